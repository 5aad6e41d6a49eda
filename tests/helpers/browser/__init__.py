"""What the tests in a browser share: the app as people start it, a Chromium, and a page as a visitor uses it."""
