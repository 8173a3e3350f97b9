"""Which apps a phone has, what people call them, and opening one."""
