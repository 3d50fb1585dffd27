"""What all order languages share: how people write, and which words they mean.

`text` folds and cuts what was written, `lexicon` knows words, `scanner` finds every
reading of a line and `cursor` the only one, `players` are named by their names,
`misses` says what may have been meant, `lines` collects every fault of a text, and
`verbs` tells orders from pleasantries.
"""
