"""What the server sends beside Streamlit's own, and what it keeps for visitors."""
