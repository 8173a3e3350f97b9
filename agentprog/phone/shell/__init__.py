"""The commands of Android that clients of adb use, and those of toybox whose output scripts parse."""
