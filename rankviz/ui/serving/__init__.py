"""What the server sends in addition to Streamlit, and what it stores for visitors."""
