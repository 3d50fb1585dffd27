"""What a mail says: from any bytes to the words a person wrote, and who wrote them.

Pure: knows neither Django nor the database. Follow `read_mail` in read.py downwards:
message (headers, bounds), robots (programs that write), parts and charsets (which
bytes are text), html, then writing with its rules in quotes and signatures.
"""

from sse.inbox.reading.mail import read_mail
from sse.inbox.reading.types import (
    Attachment,
    Bounced,
    Dropped,
    Kind,
    Limits,
    Reading,
    Us,
)

__all__ = [
    "Attachment",
    "Bounced",
    "Dropped",
    "Kind",
    "Limits",
    "Reading",
    "Us",
    "read_mail",
]
