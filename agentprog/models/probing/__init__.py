"""A quick test of what a model can do for an agent: keep to a format, pick an element, tell when a step is done."""

from agentprog.models.probing.probe import ProbeReport, Skill, SkillResult, probe

__all__ = ["ProbeReport", "Skill", "SkillResult", "probe"]
