"""Lists the attached phones and examines whether one is ready for a run."""
