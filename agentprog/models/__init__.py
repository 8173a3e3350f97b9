"""Language models behind one port: OpenAI-compatible servers, llama.cpp, scripted replies."""
