"""Android's commands that adb clients use, and toybox commands whose output scripts parse."""
