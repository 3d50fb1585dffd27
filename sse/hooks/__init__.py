"""Hooks: other machines are told what happens, signed, until they say that they heard.

A row is written in the transaction of what happened; a worker sends it. Nothing goes to
addresses inside the house unless the operator allows it.
"""
