"""Pages. They hold no decisions: selectors read, services write."""
