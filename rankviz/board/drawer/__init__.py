"""The contents of the stage's drawer for a round, as plain values that frontend/stage/drawer draws."""
