"""What all pages share: styles and messages."""
