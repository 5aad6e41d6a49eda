"""The server's additions to Streamlit's responses, and its stores for visitors."""
