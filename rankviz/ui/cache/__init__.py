"""What is kept for whoever asks again, bounded in bytes."""
