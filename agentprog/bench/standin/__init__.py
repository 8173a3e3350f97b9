"""A rule-based stand-in for a good model. It answers our prompts by parsing them and never reads the phone.

It knows the wording of the AW-Extend tasks and the apps they use, and speaks the OpenAI Chat API over HTTP. It makes
costs, steps and contexts of agents comparable without a paid model. Its success rates say nothing about models.
"""
