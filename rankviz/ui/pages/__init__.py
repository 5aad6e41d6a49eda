"""What single pages are made of."""
