"""A quick test of a model for agents: following a format, picking an element, recognising the end of a step."""

from agentprog.models.probing.probe import ProbeReport, Skill, SkillResult, probe

__all__ = ["ProbeReport", "Skill", "SkillResult", "probe"]
