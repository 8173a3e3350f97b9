"""From a run folder to something a person reads."""
