"""The widget toolkit: one tree serves layout, touch, accessibility and drawing."""
