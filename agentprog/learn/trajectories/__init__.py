"""Steps of episodes in one format, whatever their source: collecting, importing, splitting, redacting, exporting."""
