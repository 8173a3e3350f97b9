"""What models are asked to reply, one pydantic class per prompt. Untrusted text becomes data here and nowhere else."""
