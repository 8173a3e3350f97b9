"""The automation server that uiautomator2 starts on a phone: HTTP and JSON-RPC on a device port."""
