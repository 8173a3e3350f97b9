"""The apps on the phone: each keeps its state in the files and tables of the app it imitates."""
