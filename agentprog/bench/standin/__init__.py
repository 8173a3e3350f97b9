"""A stand-in for a good model, labelled so: it answers our prompts by reading them, never the phone.

It knows the wording of the AW-Extend tasks and the apps they use, and speaks the OpenAI Chat API over HTTP. It makes
costs, steps and contexts of agents comparable without a paid model. It is no model: its success rates say nothing.
"""
