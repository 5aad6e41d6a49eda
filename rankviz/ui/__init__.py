"""The app: pages, their state and controls, the server, and the rooms of classes. No room below imports Streamlit.

A link and a visitor come in; pages and packs go out. The numbers come from the rooms below.
"""
