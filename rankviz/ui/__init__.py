"""The Streamlit side of RankViz: state and link, controls, the stage component. Nothing else imports streamlit."""
