"""Training of the papers' roles: supervised and by GRPO, on adapters of one base model. Needs agentprog[learn]."""
