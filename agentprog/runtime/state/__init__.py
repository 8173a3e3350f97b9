"""The run's knowledge: values, variables, frames, the execution tree, earlier executions, beliefs."""
