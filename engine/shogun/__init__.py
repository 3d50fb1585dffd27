"""Shogun: provinces, armies and a tower of cubes, planned in secret for eight seasons.

Its rules are in RULES.md; this file only names the functions of the contract.
"""
