"""Mail, in and out, under load: `python -m bench.mail`.

The door beside an aiosmtpd that keeps nothing; what a mail takes from the door to the
answer's SMTP; and the reader of mails with long and hostile ones. Nothing is a test.
"""
