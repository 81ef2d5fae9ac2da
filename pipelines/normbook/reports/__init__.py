"""What people read: the season report and its figures, from published tables only."""
