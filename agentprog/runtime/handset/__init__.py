"""The only access to the phone: opened once, observed by its eyes, touched through the gate and recorded before and
after.
"""
