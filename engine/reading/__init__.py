"""What all order languages share: how people write, and which words they mean.

`text` folds what was written and cuts it into statements, `lexicon` knows words and
`tokens` finds them in a line. `cursor` reads a line from left to right, `scanner` finds
every reading of it. `players` are named by their names, `lookalikes` are codes typed on
another keyboard, `misses` says what may have been meant, `lines` collects every fault
of a text, and `verbs` tells orders from pleasantries.
"""
