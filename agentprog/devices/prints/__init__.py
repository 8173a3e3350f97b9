"""What a phone's commands print, and what it means."""
