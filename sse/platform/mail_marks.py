"""By what we know our own mails again."""

LOOP_HEADER = "X-Hikyaku-Loop"  # in every mail of ours
MARKER = "=====["  # how the first line of our letters begins
