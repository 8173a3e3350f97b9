"""The authors of a program's lines: lines that this user wrote or approved here, by their own state folder."""
