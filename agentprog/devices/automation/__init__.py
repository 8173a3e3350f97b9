"""The automation server on the phone: started, called, mended when it dies."""
