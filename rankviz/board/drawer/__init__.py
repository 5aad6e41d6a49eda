"""What the stage's drawer shows of a round, as plain values that the browser draws (see frontend/stage/drawer)."""
