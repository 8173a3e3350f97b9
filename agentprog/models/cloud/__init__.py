"""Models behind an API over HTTP: OpenAI's two APIs, which many servers speak, and Gemini's."""
