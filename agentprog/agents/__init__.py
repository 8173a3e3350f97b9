"""What asks a model: planning, grounding, judging, reading; renders prompts and understands replies."""
