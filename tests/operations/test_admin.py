"""The operator sees what helps, and no secret of a running match."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.inbox.models import RawMail
from sse.matches import tasks
from sse.matches.models import Entry, Match, Submission
from sse.matches.play import match_abandon
from sse.matches.selectors import log_file
from sse.outbox import tasks as post
from sse.outbox.models import Letter
from tests.support.mails import address, send
from tests.support.people import new_player, operator_in
from tests.support.tables import SEED, running, write

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]
LOOK = ("view_match", "view_entry", "view_submission", "view_letter", "view_player")
ACT = ("change_match", "change_submission", "change_letter", "change_player")


@pytest.fixture(autouse=True)
def plain_files(settings: Any) -> None:
    """Nobody has collected the pages' files in tests."""
    backend = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}


def door(player: Player, *names: str) -> Client:
    """The pages, for a member of staff with these permissions."""
    player.is_staff = True
    player.save()
    player.user_permissions.set(Permission.objects.filter(codename__in=names))
    return operator_in(Client(), player)


@pytest.fixture
def operator(doi: Player) -> Client:
    """May look and act, and sees no secrets."""
    return door(doi, *LOOK, *ACT)


@pytest.fixture
def chief(db: None) -> Client:
    chief = new_player("Chief", is_staff=True, is_superuser=True)
    return operator_in(Client(), chief)


def page(client: Client, path: str, **asked: str) -> str:
    answer = client.get(f"/operator/{path}", asked)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def act(client: Client, path: str, action: str, *rows: Any, **more: str) -> list[str]:
    """The sentences that the operator reads afterwards."""
    chosen = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    answer = client.post(f"/operator/{path}", {**chosen, **more}, follow=True)
    assert answer.status_code == 200
    found = answer.context["messages"] if answer.context else []
    return [str(message) for message in found]


MATCHES, TEXTS = "matches/match/", "matches/submission/"
MAILS = "inbox/rawmail/"
ENTRIES, LETTERS, PLAYERS = "matches/entry/", "outbox/letter/", "accounts/player/"


# ------------------------------------------------------------------------ who may


def test_the_pages_are_for_staff(aki: Player) -> None:
    client = Client()
    client.force_login(aki)
    assert client.get(f"/operator/{MATCHES}").status_code == 302


def test_who_may_only_look_has_no_actions(aki: Player, doi: Player) -> None:
    match = running(aki, bots=1)
    client = door(doi, *LOOK)
    assert 'value="abandon"' not in page(client, MATCHES)
    act(client, MATCHES, "pause", match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize("path", [MATCHES, TEXTS, ENTRIES, LETTERS])
def test_nothing_is_added_changed_or_deleted(
    path: str, chief: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    rows = {MATCHES: Match, TEXTS: Submission, ENTRIES: Entry, LETTERS: Letter}
    row: Any = rows[path]._default_manager.first()
    assert row is not None
    assert chief.get(f"/operator/{path}add/").status_code == 403
    assert chief.post(f"/operator/{path}{row.pk}/delete/").status_code == 403
    assert chief.post(f"/operator/{path}{row.pk}/change/", {}).status_code == 403
    shown = page(chief, f"{path}{row.pk}/change/")
    fields = re.findall(r"<(?:input|textarea|select)[^>]*name=\"(\w+)\"", shown)
    assert set(fields) <= {"csrfmiddlewaretoken", "theme", "next"}


def test_only_a_superuser_makes_operators(
    operator: Client, chief: Client, doi: Player, aki: Player
) -> None:
    path = f"/operator/{PLAYERS}{doi.pk}/change/"
    counts = {
        f"{rows}-{name}_FORMS": "0"
        for rows in ("addresses", "absences")
        for name in ("TOTAL", "INITIAL")
    }
    operator.post(path, {"is_active": "on", "is_superuser": "on", **counts})
    doi.refresh_from_db()
    assert not doi.is_superuser
    chief.post(f"/operator/{PLAYERS}{aki.pk}/change/", {"is_staff": "on", **counts})
    aki.refresh_from_db()
    assert aki.is_staff
    assert not aki.is_active
    boss = Player.objects.get(name="Chief")
    answer = operator.post(f"/operator/{PLAYERS}{boss.pk}/change/", {})
    assert answer.status_code == 403


# ------------------------------------------------------------------------ secrets


def test_a_running_match_shows_kinds_and_seats_only(
    operator: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    text = "pick 2"
    submission = write(match, aki, text)
    write(match, botan, "pick 3")
    broken = write(match, aki, "take everything there is")
    assert broken.status == Submission.Status.REFUSED
    orders = [row.text for row in match.entries.all() if " " in row.text]
    shown = page(operator, f"{MATCHES}{match.pk}/change/")
    shown += page(operator, ENTRIES, match__id__exact=str(match.pk))
    shown += page(operator, f"{TEXTS}{submission.pk}/change/")
    shown += page(operator, f"{TEXTS}{broken.pk}/change/")
    for row in match.entries.all():
        shown += page(operator, f"{ENTRIES}{row.pk}/change/")
    assert "setup" in shown
    for secret in (*orders, text, "take everything", SEED):
        assert secret not in shown, secret
    assert "order, seat 0" in shown


def test_with_the_permission_texts_are_shown_and_the_seed_is_not(
    chief: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    submission = write(match, aki, "pick 2")
    shown = page(chief, f"{MATCHES}{match.pk}/change/")
    assert "pick 2" in shown
    assert match.entries.get(number=0).text in shown
    assert SEED not in shown
    assert "pick 2" in page(chief, f"{TEXTS}{submission.pk}/change/")


def test_an_operator_who_plays_sees_no_more_than_their_seat(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    submission = write(match, aki, "pick 2")
    client = door(botan, *LOOK, "see_secrets")
    before = page(client, f"{MATCHES}{match.pk}/change/")
    assert "pick 2" not in before
    hidden = client.get(f"/operator/{TEXTS}{submission.pk}/change/")
    assert hidden.status_code == 302
    listed = page(client, MATCHES)
    assert listed.count("hidden until the match has ended") == 2  # asked, deadline


def test_after_the_end_all_is_open(
    operator: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    match_abandon(match_id=match.pk, by=aki)
    shown = page(operator, f"{MATCHES}{match.pk}/change/")
    assert SEED in shown
    assert "pick 2" in shown
    assert match.entries.get(number=0).text in shown


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (MATCHES, "seed__startswith"),
        (MATCHES, "table__plans__0__contains"),
        (MATCHES, "words__contains"),
        (ENTRIES, "text__startswith"),
        (ENTRIES, "match__seed__startswith"),
        (TEXTS, "text__contains"),
        (LETTERS, "data__ticket"),
        (PLAYERS, "password__startswith"),
    ],
)
def test_nobody_guesses_secrets_by_filters(
    chief: Client, aki: Player, path: str, asked: str
) -> None:
    running(aki, bots=1)
    assert chief.get(f"/operator/{path}", {asked: "5"}).status_code == 400


def test_letters_say_nothing_of_what_they_say(operator: Client, aki: Player) -> None:
    letter = Letter.objects.create(
        kind="log_in", key="k", player=aki, data={"ticket": 987654321}
    )
    assert "987654321" not in page(operator, LETTERS)
    assert "987654321" not in page(operator, f"{LETTERS}{letter.pk}/change/")


def test_what_players_write_is_never_markup(
    chief: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, title="<b>bold</b>")
    submission = write(match, aki, "<script>alert(1)</script>")
    for path in (MATCHES, f"{MATCHES}{match.pk}/change/"):
        shown = page(chief, path)
        assert "<b>bold" not in shown
        assert "<script>alert" not in shown
    assert "<script>alert" not in page(chief, f"{TEXTS}{submission.pk}/change/")


# -------------------------------------------------------------- lists and searches


def test_the_list_tells_at_a_glance(
    operator: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, title="Autumn", clock={"each": 3600})
    write(match, aki, "pick 2")
    shown = page(operator, MATCHES)
    cells = dict(re.findall(r'class="field-(\w+)[^"]*">(?:<a[^>]*>)?([^<]*)', shown))
    assert cells["players"] == "Aki, Botan"
    assert cells["asked"] == "Botan"
    assert cells["head"] == str(match.head)
    assert cells["next_deadline"].startswith(f"{timezone.now():%Y-}")


@pytest.mark.parametrize("word", ["autumn", "toy", "botan", "the number"])
def test_matches_are_found(
    operator: Client, aki: Player, botan: Player, chie: Player, word: str
) -> None:
    match = running(aki, botan, title="Autumn")
    running(aki, chie, title="Winter", game="age_of_war")
    wanted = str(match.pk) if word == "the number" else word
    shown = page(operator, MATCHES, q=wanted)
    assert "Autumn" in shown
    assert "Winter" not in shown


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ({"status__exact": "running"}, 1),
        ({"status__exact": "open"}, 0),
        ({"game_name": "toy"}, 1),
        ({"tempo__exact": "phase"}, 0),
        ({"privacy__exact": "listed"}, 1),
        ({"bots_due__exact": "1"}, 0),
        ({"paused": "organiser"}, 0),
        ({"stuck": "broken"}, 1),
        ({"stuck": "bots"}, 0),
        ({"stuck": "clocks"}, 0),
    ],
)
def test_matches_are_filtered(
    operator: Client, aki: Player, botan: Player, asked: dict[str, str], number: int
) -> None:
    match = running(aki, botan, title="Autumn")
    submission = write(match, aki, "pick 2")
    Submission.objects.filter(pk=submission.pk).update(status="broken")
    assert (">Autumn<" in page(operator, MATCHES, **asked)) == bool(number)


def test_players_are_found_by_name_and_address(
    operator: Client, aki: Player, botan: Player
) -> None:
    for word in ("aki", "aki@example.org"):
        shown = page(operator, PLAYERS, q=word)
        assert "aki@example.org" in shown
        assert "botan@example.org" not in shown
    assert "aki@example.org" in page(operator, f"{PLAYERS}{aki.pk}/change/")


@pytest.mark.parametrize("path", [MATCHES, TEXTS, ENTRIES, LETTERS, PLAYERS])
def test_long_lists_cost_no_more_than_short_ones(
    operator: Client,
    aki: Player,
    botan: Player,
    path: str,
    django_assert_max_num_queries: Queries,
) -> None:
    for number in range(6):
        match = running(aki, botan, new_player(f"Player {number}"))
        write(match, aki, "pick 2")
    with django_assert_max_num_queries(14):
        page(operator, path)


def test_the_page_of_a_match_costs_no_more_when_it_is_long(
    operator: Client,
    aki: Player,
    work: Callable[[], int],
    django_assert_max_num_queries: Queries,
) -> None:
    match = running(aki, bots=2, choices={"rounds": "5"})
    for _ in range(5):
        write(match, aki, "pick 1 or 2 or 3 or 4 or 5")
        work()
    with django_assert_max_num_queries(14):
        page(operator, f"{MATCHES}{match.pk}/change/")


# ------------------------------------------------------------------------ actions


def test_matches_are_paused_and_go_on(operator: Client, aki: Player) -> None:
    match = running(aki, bots=1)
    assert act(operator, MATCHES, "pause", match) == ["1 paused."]
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    (refused,) = act(operator, MATCHES, "pause", match)
    assert refused.endswith("Only a running match can be paused.")
    assert act(operator, MATCHES, "resume", match) == ["1 going on."]
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    logged = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(logged) == ["paused", "going on"]


def test_a_match_is_abandoned_after_a_second_look(
    operator: Client, aki: Player
) -> None:
    match = running(aki, bots=1)
    assert act(operator, MATCHES, "abandon", match) == []
    match.refresh_from_db()
    assert not match.has_ended
    told = act(operator, MATCHES, "abandon", match, confirmed="yes")
    assert told == ["1 abandoned."]
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED


def test_bots_are_rung_again(
    operator: Client, aki: Player, rings: list[tuple[Any, tuple[int, ...]]]
) -> None:
    match = running(aki, bots=1)
    assert match.bots_due
    rings.clear()
    assert act(operator, MATCHES, "ring_bots", match) == ["1 rung."]
    assert (tasks.play_bots, (match.pk,)) in rings


def test_logs_are_verified_while_they_grow_and_after(
    operator: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    (told,) = act(operator, MATCHES, "verify_log", match)
    assert told.endswith("the match is still running.")
    match_abandon(match_id=match.pk, by=aki)
    (told,) = act(operator, MATCHES, "verify_log", match)
    assert "follow from the seed" in told


def test_a_log_that_does_not_hold_tells_only_where(
    operator: Client, aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(aki, botan)
    lines = log_file(match).split("\n")
    place = next(i for i, line in enumerate(lines) if line.startswith("0. setup"))
    lines[place] = lines[place].replace("setup", "setup | prize 1: 9", 1)
    monkeypatch.setattr("sse.matches.admin.log_file", lambda _: "\n".join(lines))
    (told,) = act(operator, MATCHES, "verify_log", match)
    assert "The log does not hold: line" in told
    assert "prize" not in told


def test_a_broken_text_is_tried_again(
    operator: Client, aki: Player, botan: Player, work: Callable[[], int]
) -> None:
    match = running(aki, botan)
    submission = write(match, aki, "pick 2")
    other = write(match, botan, "nonsense")
    Submission.objects.filter(pk=submission.pk).update(status="broken")
    told = act(operator, TEXTS, "try_again", submission, other)
    assert "1 waiting again." in told
    assert any("Only what is broken can be tried again." in line for line in told)
    work()
    submission.refresh_from_db()
    assert submission.status in ("applied", "refused")


def test_a_text_that_was_replaced_is_not_tried_again(
    operator: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    submission = write(match, aki, "pick 2")
    Submission.objects.filter(pk=submission.pk).update(status="broken")
    write(match, aki, "pick 3")
    (told,) = act(operator, TEXTS, "try_again", submission)
    assert told.endswith("This seat has written again since.")


def test_a_bot_that_broke_moves_after_another_try(
    operator: Client,
    aki: Player,
    botan: Player,
    work: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sse.matches.play import submissions

    def broken(*_: Any) -> None:
        raise RuntimeError

    match = running(aki, bots=1)
    with monkeypatch.context() as patch:
        patch.setitem(submissions.TAKE, Submission.Kind.ORDERS, broken)
        work()
    submission = match.submissions.get()
    assert submission.status == Submission.Status.BROKEN
    assert act(operator, TEXTS, "try_again", submission) == ["1 waiting again."]
    work()
    submission.refresh_from_db()
    assert submission.status == Submission.Status.APPLIED


def test_letters_are_sent_again_only_if_they_were_given_up(
    operator: Client, aki: Player, rings: list[tuple[Any, tuple[int, ...]]]
) -> None:
    past = timezone.now() - timedelta(days=1)
    made = {
        status: Letter.objects.create(
            kind="phase", key=status, player=aki, status=status, expires_at=past
        )
        for status in Letter.Status.values
    }
    told = act(operator, LETTERS, "send_again", *made.values())
    assert "3 queued again." in told
    for before, letter in made.items():
        letter.refresh_from_db()
        after = "queued" if before in ("failed", "bounced", "expired") else before
        assert letter.status == after
    assert made["expired"].expires_at is None
    assert (post.send_letters, ()) in rings


def test_a_link_that_has_run_out_is_not_sent_again(
    operator: Client, aki: Player
) -> None:
    letter = Letter.objects.create(
        kind="log_in",
        key="k",
        email="aki@example.org",
        status="expired",
        expires_at=timezone.now() - timedelta(days=1),
        data={"ticket": 1},
    )
    (told,) = act(operator, LETTERS, "send_again", letter)
    assert told.endswith("Its link has expired; they can ask for another.")


def test_letters_of_a_player_are_suspended_and_restored(
    operator: Client, aki: Player
) -> None:
    act(operator, PLAYERS, "suspend", aki)
    assert Address.objects.get(player=aki).suspended_at is not None
    act(operator, PLAYERS, "restore", aki)
    assert Address.objects.get(player=aki).suspended_at is None
    (told,) = act(operator, PLAYERS, "restore", aki)
    assert told.endswith("No address is suspended.")


def test_a_match_whose_game_is_gone_can_still_be_seen(
    chief: Client, aki: Player
) -> None:
    match = running(aki, bots=1)
    Match.objects.filter(pk=match.pk).update(game_name="go")
    assert f"go {match.pk}" in page(chief, MATCHES)
    page(chief, f"{MATCHES}{match.pk}/change/")


# --------------------------------------------------------------------------- mails


def mail_of(match: Match, player: Player) -> RawMail:
    return send("pick 3", player, address(match, player))


def test_a_mail_is_told_with_why_and_its_words_are_secret(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, botan)
    mail = mail_of(match, botan)
    helper = door(doi, "view_rawmail")
    said = page(helper, f"{MAILS}{mail.pk}/change/")
    assert "not proved" in said
    assert "pick 3" not in said
    assert helper.get(f"/operator/{MAILS}{mail.pk}/raw/").status_code == 403
    chief = door(doi, "view_rawmail", "see_secrets")
    assert "pick 3" in page(chief, f"{MAILS}{mail.pk}/change/")
    answer = chief.get(f"/operator/{MAILS}{mail.pk}/raw/")
    assert answer.content == bytes(mail.raw)
    assert "attachment" in answer["Content-Disposition"]
    assert page(chief, MAILS, status__exact="done")


def test_who_plays_reads_nobodys_mail(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    mail = mail_of(match, botan)
    player = door(aki, "view_rawmail", "see_secrets")
    assert "pick 3" not in page(player, f"{MAILS}{mail.pk}/change/")
    assert player.get(f"/operator/{MAILS}{mail.pk}/raw/").status_code == 403


def test_a_mail_is_run_again(
    aki: Player, botan: Player, doi: Player, settings: Any
) -> None:
    mail = mail_of(running(aki, botan), botan)
    helper = door(doi, "view_rawmail", "change_rawmail")
    assert "1 run again." in act(helper, MAILS, "run_again", mail)
    assert f"mail {mail.pk}: This mail is new." in act(helper, MAILS, "run_again", mail)
