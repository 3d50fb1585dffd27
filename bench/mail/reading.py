"""The reader of mails: long answers, and hostile ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.message import EmailMessage

ROUNDS = 5
LONG, MOST = 170_000, 50_000  # bytes of HTML, which packing makes 200 kB, and of text
BOARD = 105_000  # bytes of pictures, before they are packed
ORDER = "place attack at orange-2\nresolve orange-2: attack owari blue\n"
WROTE = "On Mon, 16 Nov 2026 at 10:15, Hikyaku Post <o-x@play.hikyaku.example> wrote:"
LINE = "Round 3, phase 2. It is your turn: two orders are still to be placed, Aki.\n"
ROW = "<tr><td style='padding:4px'>Owari</td><td><b>blue</b> 3</td><td>★</td></tr>\n"


def readings() -> None:
    from sse.inbox.reading.mail import read_mail
    from tests.inbox.test_reading import US, hostile

    for goal, mails in ((50, answers()), (1000, hostile())):
        for name, raw in mails:
            best = float("inf")
            for _ in range(ROUNDS):
                clock = time.process_time()
                reading = read_mail(raw, US)
                best = min(best, time.process_time() - clock)
            said = f"{len(raw) / 1000:.0f} kB, {reading.kind}"
            print(f"reading: {name}: {1000 * best:.0f} ms (goal {goal}); {said}")


def answers() -> Iterator[tuple[str, bytes]]:
    """What people's programs make of two lines and our whole letter."""
    quoted = "".join(f"> {LINE}" for _ in range(MOST // len(LINE)))
    rows = ROW * (LONG // len(ROW))
    yield "plain, with our board", mail(f"{ORDER}\n{WROTE}\n{quoted}", "", BOARD)
    yield "answered below", mail(f"{WROTE}\n{quoted}\n{ORDER}", "", BOARD)
    bare = quoted.replace("> ", "")
    yield "quoted without a sign", mail(f"{ORDER}\n{WROTE}\n{bare}", "", BOARD)
    yield "only HTML", mail("", markup(rows))
    both = f"{ORDER}\n{WROTE}\n{quoted}"
    yield "plain and HTML", mail(both, markup(rows[: LONG - MOST]))


def markup(rows: str) -> str:
    html = f"<div dir=ltr>{ORDER.replace(chr(10), '<br>')}</div><br>"
    html += f"<div class=gmail_quote><div dir=ltr class=gmail_attr>{WROTE}<br></div>"
    return (
        f"{html}<blockquote class=gmail_quote><table>{rows}</table></blockquote></div>"
    )


def mail(text: str, html: str = "", picture: int = 0) -> bytes:
    made = EmailMessage()
    made["From"], made["To"] = "Aki <aki@example.org>", "o-x@play.hikyaku.example"
    made["Subject"], made["Message-ID"] = "Re: Your turn", "<1@example.org>"
    if text:
        made.set_content(text)
    if html and text:
        made.add_alternative(html, subtype="html")
    elif html:
        made.set_content(html, subtype="html")
    if picture:
        made.add_attachment(bytes(picture), "image", "png", filename="board.png")
    return made.as_bytes()
