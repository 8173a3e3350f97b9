"""Results as tables and plots: Markdown, pictures, and one HTML page."""

from agentprog.bench.reporting.page import write_bench_report

__all__ = ["write_bench_report"]
