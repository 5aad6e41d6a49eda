"""What a contender learns on a fold, and what it scores there."""
