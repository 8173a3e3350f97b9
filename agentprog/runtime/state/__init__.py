"""What a run knows: values, variables, frames, the execution tree, earlier executions, beliefs."""
