"""The parts below a stage, which follow its round."""
