"""The resources, by what they are about."""
