"""The stage as a Streamlit component, and the pages that have one."""
