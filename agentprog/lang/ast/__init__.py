"""The syntax tree of a program: frozen nodes with an id and a position in the source.

Equality compares meaning and ignores spans, ids and comments. `id` is a short hash of parent, kind, text and
occurrence, so it survives `fmt` and edits of other lines. Expressions have their line's id and a number. Nodes hold no
values of a run.

A `Statement` is one line with the lines indented under it. The machine computes the exact expressions of a line itself;
`Semantic` and `Compute` hold questions for a model.
"""

from agentprog.lang.ast.expressions import Apply as Apply
from agentprog.lang.ast.expressions import Arithmetic as Arithmetic
from agentprog.lang.ast.expressions import ArithmeticOp as ArithmeticOp
from agentprog.lang.ast.expressions import Between as Between
from agentprog.lang.ast.expressions import Boolean as Boolean
from agentprog.lang.ast.expressions import Compare as Compare
from agentprog.lang.ast.expressions import CompareOp as CompareOp
from agentprog.lang.ast.expressions import Compute as Compute
from agentprog.lang.ast.expressions import Date as Date
from agentprog.lang.ast.expressions import Entry as Entry
from agentprog.lang.ast.expressions import Expr as Expr
from agentprog.lang.ast.expressions import FileExists as FileExists
from agentprog.lang.ast.expressions import FunctionName as FunctionName
from agentprog.lang.ast.expressions import IsEmpty as IsEmpty
from agentprog.lang.ast.expressions import ListExpr as ListExpr
from agentprog.lang.ast.expressions import Logic as Logic
from agentprog.lang.ast.expressions import Negative as Negative
from agentprog.lang.ast.expressions import Not as Not
from agentprog.lang.ast.expressions import Nothing as Nothing
from agentprog.lang.ast.expressions import Number as Number
from agentprog.lang.ast.expressions import ObjectExpr as ObjectExpr
from agentprog.lang.ast.expressions import OnScreen as OnScreen
from agentprog.lang.ast.expressions import Range as Range
from agentprog.lang.ast.expressions import Semantic as Semantic
from agentprog.lang.ast.expressions import TableExpr as TableExpr
from agentprog.lang.ast.nodes import NOWHERE as NOWHERE
from agentprog.lang.ast.nodes import Node as Node
from agentprog.lang.ast.nodes import Ref as Ref
from agentprog.lang.ast.nodes import Span as Span
from agentprog.lang.ast.nodes import Template as Template
from agentprog.lang.ast.program import Block as Block
from agentprog.lang.ast.program import Header as Header
from agentprog.lang.ast.program import Input as Input
from agentprog.lang.ast.program import Loop as Loop
from agentprog.lang.ast.program import Program as Program
from agentprog.lang.ast.statements import Action as Action
from agentprog.lang.ast.statements import AddTo as AddTo
from agentprog.lang.ast.statements import Argument as Argument
from agentprog.lang.ast.statements import Ask as Ask
from agentprog.lang.ast.statements import AskAI as AskAI
from agentprog.lang.ast.statements import Assign as Assign
from agentprog.lang.ast.statements import Branch as Branch
from agentprog.lang.ast.statements import Break as Break
from agentprog.lang.ast.statements import Call as Call
from agentprog.lang.ast.statements import Capture as Capture
from agentprog.lang.ast.statements import Case as Case
from agentprog.lang.ast.statements import CheckFile as CheckFile
from agentprog.lang.ast.statements import Command as Command
from agentprog.lang.ast.statements import Continue as Continue
from agentprog.lang.ast.statements import Direction as Direction
from agentprog.lang.ast.statements import DirectUI as DirectUI
from agentprog.lang.ast.statements import Exactly as Exactly
from agentprog.lang.ast.statements import Extract as Extract
from agentprog.lang.ast.statements import Filter as Filter
from agentprog.lang.ast.statements import ForEach as ForEach
from agentprog.lang.ast.statements import FunctionDef as FunctionDef
from agentprog.lang.ast.statements import If as If
from agentprog.lang.ast.statements import Key as Key
from agentprog.lang.ast.statements import Line as Line
from agentprog.lang.ast.statements import OnError as OnError
from agentprog.lang.ast.statements import Otherwise as Otherwise
from agentprog.lang.ast.statements import Parameter as Parameter
from agentprog.lang.ast.statements import ReadElement as ReadElement
from agentprog.lang.ast.statements import ReadTable as ReadTable
from agentprog.lang.ast.statements import ReadText as ReadText
from agentprog.lang.ast.statements import RemoveFrom as RemoveFrom
from agentprog.lang.ast.statements import Repeat as Repeat
from agentprog.lang.ast.statements import RepeatUntil as RepeatUntil
from agentprog.lang.ast.statements import Return as Return
from agentprog.lang.ast.statements import SaveFile as SaveFile
from agentprog.lang.ast.statements import Sort as Sort
from agentprog.lang.ast.statements import Statement as Statement
from agentprog.lang.ast.statements import Stop as Stop
from agentprog.lang.ast.statements import Switch as Switch
from agentprog.lang.ast.statements import Tell as Tell
from agentprog.lang.ast.statements import Try as Try
from agentprog.lang.ast.statements import UseTool as UseTool
from agentprog.lang.ast.statements import Verify as Verify
from agentprog.lang.ast.statements import Wait as Wait
from agentprog.lang.ast.statements import While as While
from agentprog.lang.ast.statements import Within as Within
from agentprog.lang.ast.targets import Role as Role
from agentprog.lang.ast.targets import Target as Target
from agentprog.lang.ast.targets import Window as Window
