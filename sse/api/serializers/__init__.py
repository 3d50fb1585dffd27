"""What the API answers: TypedDicts, and how they are made of what the house knows."""
