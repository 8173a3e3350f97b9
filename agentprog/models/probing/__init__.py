"""A quick test of a model for agents: keep to a format, pick an element, recognise the end of a step."""

from agentprog.models.probing.probe import ProbeReport, Skill, SkillResult, probe

__all__ = ["ProbeReport", "Skill", "SkillResult", "probe"]
