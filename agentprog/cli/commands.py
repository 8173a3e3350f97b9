"""Every command, in the order in which the help lists them: importing this adds them to the tree."""

from agentprog.cli import run_command, resume_command, plan_command, program_commands  # isort: skip
from agentprog.cli import setup_command, device_commands, doctor_command, observe_command  # isort: skip
from agentprog.cli import bench_commands, bench_run_command, bench_report_command, phone_commands, models_commands  # isort: skip
from agentprog.cli import trace_commands, cost_command, context_command, report_command  # isort: skip
from agentprog.cli import trace_replay_command, trace_test_command, trace_export_command  # isort: skip
from agentprog.cli.app import app

__all__ = [
    "app",
    "bench_commands",
    "bench_report_command",
    "bench_run_command",
    "context_command",
    "cost_command",
    "device_commands",
    "doctor_command",
    "models_commands",
    "observe_command",
    "phone_commands",
    "plan_command",
    "program_commands",
    "report_command",
    "resume_command",
    "run_command",
    "setup_command",
    "trace_commands",
    "trace_export_command",
    "trace_replay_command",
    "trace_test_command",
]
