"""What models are asked to reply, one pydantic class per prompt. Untrusted text becomes data here and nowhere else."""

from agentprog.agents.replies.ground import MoveReply
from agentprog.agents.replies.judge import VerdictReply
from agentprog.agents.replies.read import ListReply, NumberReply, RowsReply, TextReply

__all__ = ["ListReply", "MoveReply", "NumberReply", "RowsReply", "TextReply", "VerdictReply"]
