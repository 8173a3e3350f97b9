"""The step formats of public data sets, read into ours. Nothing of these data sets is part of agentprog."""
