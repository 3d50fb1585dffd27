"""People come in by letters, keep their addresses and go as they like."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as conf
from django.core import mail
from django.forms import Form
from django.test import Client
from django.utils import timezone, translation
from django.utils.functional import Promise
from rest_framework.settings import api_settings

from engine.replay import verify
from sse.accounts import forms as account_forms
from sse.accounts import services
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Address, Player, Ticket
from sse.accounts.names import email_checked, free_name, name_checked
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Match, Seat
from sse.matches.play import match_abandon, match_open, match_start, seat_join
from sse.matches.selectors import log_file
from sse.outbox.models import Letter
from sse.web import forms as web_forms
from sse.web.views import login
from tests.support.people import log_in, new_player, verified

pytestmark = pytest.mark.django_db
Work = Callable[[], int]
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
LATE = timedelta(minutes=conf.LOGIN_LINK_MINUTES, seconds=1)


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> None:
    """Nobody has asked for anything yet."""
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}


def letter_to(email: str, work: Work) -> tuple[str, str]:
    """Link and code of the last letter."""
    work()
    message = next(m for m in reversed(mail.outbox) if m.to == [email])
    body = str(message.body)
    link = re.search(rf"{conf.SITE}(/\S+)", body)
    code = re.search(r"^  (\d{6})$", body, re.MULTILINE)
    assert link
    assert code
    return link[1], code[1]


def ask(client: Client, email: str, **data: str) -> Any:
    return client.post("/log-in/", {"email": email, **data})


def who(client: Client) -> str:
    number = client.session.get("_auth_user_id")
    return Player.objects.get(pk=number).name if number else ""


# ----------------------------------------------------------------------- log in


def test_a_letter_lets_a_new_player_in(client: Client, work: Work) -> None:
    ask(client, "New.One@Example.org", name="Sen no Rikyū", after="/settings/")
    link, _ = letter_to("new.one@example.org", work)
    answer: Any = client.post(link)
    assert answer.url == "/settings/"
    assert who(client) == "Sen no Rikyū"
    address = Address.objects.get()
    assert (address.email, address.is_first) == ("new.one@example.org", True)
    assert not address.player.has_usable_password()


def test_who_chose_no_name_is_told_what_others_read(client: Client, work: Work) -> None:
    for way in (0, 1):
        email = f"sen.rikyu{way}@example.org"
        ask(client, email, after="/settings/")
        link, code = letter_to(email, work)
        if way:
            client.post("/log-in/code/", {"code": code})
        else:
            client.post(link)
        assert not {"sen", "rikyu", str(way)} & set(who(client).lower().split())
        said = f"Other players see you as “{who(client)}”"
        assert said in client.get("/settings/").content.decode()
        client.post("/log-out/")
    ask(client, email)
    client.post(letter_to(email, work)[0])
    assert "Other players see you" not in client.get("/settings/").content.decode()


def test_who_comes_back_and_gives_their_name_learns_what_to_do(
    client: Client, aki: Player
) -> None:
    """The same for everybody: whose an address is, is not told."""
    for email in ("aki@example.org", "nobody@example.org"):
        text = ask(client, email, name="Aki").content.decode()
        assert "Another player already has this name" in text
        assert "If you already have an account, leave the name empty." in text


def test_a_code_does_the_same(client: Client, aki: Player, work: Work) -> None:
    ask(client, "aki@example.org")
    _, code = letter_to("aki@example.org", work)
    client.post("/log-in/code/", {"code": f"{code[:3]} {code[3:]}"})
    assert who(client) == "Aki"


def test_looking_at_a_link_does_nothing(
    client: Client, aki: Player, work: Work
) -> None:
    ask(client, "aki@example.org")
    link, _ = letter_to("aki@example.org", work)
    for _ in range(3):
        assert client.get(link).status_code == 200
        assert client.head(link).status_code == 200
    assert who(client) == ""
    assert Ticket.objects.get().used_at is None
    client.post(link)
    assert who(client) == "Aki"


def test_a_link_is_good_once(client: Client, aki: Player, work: Work) -> None:
    ask(client, "aki@example.org")
    link, code = letter_to("aki@example.org", work)
    client.post(link)
    other = Client()
    for answer in (other.get(link), other.post(link)):
        assert answer.status_code == 410
        assert "has already been used" in answer.content.decode()
    with pytest.raises(AccountRefused, match="has already been used"):
        services.ticket_use(email="aki@example.org", code=code)
    assert who(other) == ""


def test_a_link_becomes_too_old(client: Client, work: Work) -> None:
    ask(client, "late@example.org")
    link, _ = letter_to("late@example.org", work)
    with time_machine.travel(timezone.now() + LATE):
        assert "has expired" in client.post(link).content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("token", ["1:abc", "x", "1", "9" * 30, "1:"])
def test_a_forged_link_opens_nothing(client: Client, aki: Player, token: str) -> None:
    ask(client, "aki@example.org")
    answer = client.post(f"/log-in/{token}/")
    assert answer.status_code == 410
    assert "link is not valid" in answer.content.decode()
    assert who(client) == ""


def test_a_link_of_one_ticket_does_not_open_another(work: Work, aki: Player) -> None:
    for email in ("aki@example.org", "other@example.org"):
        services.ticket_send(email=email)
    link, _ = letter_to("other@example.org", work)
    first = Ticket.objects.get(email="aki@example.org")
    token = re.sub(r"^\d+", str(first.pk), link.split("/")[2])
    with pytest.raises(AccountRefused, match="link is not valid"):
        services.ticket_use(token=token)


def test_five_wrong_codes_and_the_code_is_dead_but_not_the_link(
    aki: Player, work: Work
) -> None:
    services.ticket_send(email="aki@example.org")
    link, code = letter_to("aki@example.org", work)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    for _ in range(5):
        with pytest.raises(AccountRefused, match="not the code"):
            services.ticket_use(email="aki@example.org", code=wrong)
    with pytest.raises(AccountRefused, match="Too many wrong codes"):
        services.ticket_use(email="aki@example.org", code=code)
    assert services.ticket_use(token=link.split("/")[2]) == aki


def test_the_answer_does_not_tell_who_is_known(client: Client, aki: Player) -> None:
    known, unknown = (
        re.sub(r"\S+@example\.org|value=\"\S+\"", "", page.content.decode())
        for page in (
            client.post("/log-in/", {"email": "aki@example.org"}, follow=True),
            client.post("/log-in/", {"email": "nobody@example.org"}, follow=True),
        )
    )
    assert known == unknown
    with pytest.raises(AccountRefused, match="not the code"):
        services.ticket_use(email="third@example.org", code="123456")


def test_two_letters_of_a_newcomer_make_one_player(work: Work) -> None:
    services.ticket_send(email="new@example.org")
    first, _ = letter_to("new@example.org", work)
    services.ticket_send(email="new@example.org")
    second, _ = letter_to("new@example.org", work)
    found = [services.ticket_use(token=link.split("/")[2]) for link in (first, second)]
    assert found[0] == found[1]


def test_no_code_and_no_link_is_stored(aki: Player, work: Work) -> None:
    services.ticket_send(email="aki@example.org")
    link, code = letter_to("aki@example.org", work)
    rows = [*Ticket.objects.values(), *Letter.objects.values()]
    assert code not in str(rows)
    assert link.split("/")[2].partition(":")[2] not in str(rows)


@pytest.mark.parametrize(
    "page", ["https://evil.example/", "//evil.example/", "/\\evil.example", "evil"]
)
def test_a_log_in_goes_on_only_to_our_own_pages(
    client: Client, aki: Player, work: Work, page: str
) -> None:
    ask(client, "aki@example.org", after=page)
    link, _ = letter_to("aki@example.org", work)
    answer: Any = client.post(link)
    assert answer.url == "/"


def test_a_form_that_is_not_ours_gets_a_page_that_is(aki: Player) -> None:
    client = Client(enforce_csrf_checks=True, HTTP_ACCEPT_LANGUAGE="en")
    for player in (None, aki):
        if player:
            client.force_login(player)
        answer = client.post("/log-in/", {"email": "aki@example.org"})
        assert answer.status_code == 403
        text = answer.content.decode()
        assert "Your form was not sent" in text
        assert "what you wrote is still in the form" in text
    assert not Letter.objects.exists()


def test_letters_are_limited_by_address_and_by_machine(client: Client) -> None:
    def ask_from(machine: str, email: str) -> Any:
        return client.post("/log-in/", {"email": email}, REMOTE_ADDR=machine)

    for number in range(6):
        assert ask_from(f"10.0.0.{number}", "aki@example.org").status_code == 302
    answer = ask_from("10.0.0.9", "Aki@example.org")
    assert answer.status_code == 429
    assert "try again in" in answer.content.decode()
    assert int(answer["Retry-After"]) > 0
    for number in range(60):  # a whole club may sit behind one router
        assert ask_from("10.1.1.1", f"p{number}@example.org").status_code == 302
    assert ask_from("10.1.1.1", "p60@example.org").status_code == 429
    assert ask_from("10.1.1.2", "p60@example.org").status_code == 302
    assert Letter.objects.count() == 67


def test_tries_are_limited(client: Client, aki: Player) -> None:
    services.password_set(player=aki, password="a quiet pond")
    for _ in range(30):
        client.post("/log-in/password/", {"who": "Aki", "password": "wrong"})
    answer = client.post(
        "/log-in/password/", {"who": "Aki", "password": "a quiet pond"}
    )
    assert answer.status_code == 429
    assert who(client) == ""


def test_a_list_of_names_is_not_tried_through(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = api_settings.DEFAULT_THROTTLE_RATES
    monkeypatch.setitem(rates, "log-in tries of a client", "3/hour")
    said = [{"who": f"Name {number}", "password": "password"} for number in range(4)]
    answers = [client.post("/log-in/password/", one).status_code for one in said]
    assert answers == [200, 200, 200, 429]


def test_a_password_is_possible(client: Client, aki: Player) -> None:
    with pytest.raises(AccountRefused, match="too short"):
        services.password_set(player=aki, password="short")
    services.password_set(player=aki, password="a quiet pond")
    for name in ("aki", "aki@example.org"):
        other = Client()
        other.post("/log-in/password/", {"who": name, "password": "a quiet pond"})
        assert who(other) == "Aki"
    answer = client.post("/log-in/password/", {"who": "Aki", "password": "a pond"})
    assert "password is wrong" in answer.content.decode()


@pytest.mark.parametrize("module", [account_forms, web_forms])
def test_every_field_is_called_in_the_readers_language(module: Any) -> None:
    made = [one for one in vars(module).values() if isinstance(one, type)]
    fields = [
        (name, field)
        for form in made
        if issubclass(form, Form) and form.__module__ == module.__name__
        for name, field in form.base_fields.items()
        if not field.widget.is_hidden
    ]
    assert fields
    for name, field in fields:
        assert isinstance(field.label, Promise), name


def test_a_wrong_password_is_told_in_the_readers_language(
    client: Client, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "_", lambda text: f"[{text}]")
    answer = client.post("/log-in/password/", {"who": "Aki", "password": "no"})
    assert b"[The name or the password is wrong.]" in answer.content


def test_the_operators_pages_have_no_door_of_their_own(
    client: Client, aki: Player
) -> None:
    answer: Any = client.get("/operator/", follow=True)
    assert answer.redirect_chain[-1][0] == "/log-in/?next=/operator/"
    assert client.post("/operator/login/", {"username": "Aki"}).status_code == 405
    client.force_login(aki)  # no operator: no endless round trip
    answer = client.get("/operator/", follow=True)
    assert answer.status_code == 200
    assert "don’t have access" in answer.content.decode()


# ------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 33,
        "a@b",
        "Wanderer 7",
        "---",
    ],
)
def test_some_names_cannot_be(name: str) -> None:
    with pytest.raises(AccountRefused):
        name_checked(name)


@pytest.mark.parametrize(
    "end", ["*", " *", "\uff0a", "\u2217", "\u204e", "\ufe61", "*\u0301", "**"]
)
def test_no_player_looks_like_a_name_in_an_imported_match(end: str) -> None:
    with pytest.raises(AccountRefused, match="imported matches"):
        name_checked(f"Ida{end}")
    assert name_checked("I*da") == "I*da"


@pytest.mark.parametrize("letter", ["\0", "\x07", "\u200b", "\u202e", "\ue000"])
def test_a_name_is_what_one_sees(letter: str) -> None:
    with pytest.raises(AccountRefused, match="visible characters"):
        name_checked(f"Aki{letter}ika")


@pytest.mark.parametrize("name", ["Greedy", "RANDOM", "Auto 2", "daimyo", "Hikyaku"])
def test_programs_and_the_house_have_names_of_their_own(name: str) -> None:
    with pytest.raises(AccountRefused, match="bots"):
        name_checked(name)


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "ADMIN", "ADM1N", "0perator", "admln", "rnoderator", "Ádmin"),
        *(
            "\uff21\uff24\uff2d\uff29\uff2e",
            "A.d.m.i.n",
            "a d m i n",
            "admin_77",
            "2admin",
        ),
        *("Admin 2", "Aki (Admin)", "The System", "Support Team", "Hikyaku Support"),
        *("Postmaster", "no reply", "Mailer Daemon", "root", "Betreiberin", "Hilfe"),
        *("Amministratore", "Il Sistema", "Администратор", "Поддержка", "Адмін"),
        *("Підтримка", "Модераторка", "Оператор 1", "H1kyaku"),
        *("TheAdmin", "AdminTeam", "Moderation", "Mods", "SuperAdm1n", "SiteOperator"),
        *("модераторы", "администраторы", "Владелец", "Власник", "Модерация"),
    ],
)
def test_names_of_the_house_are_not_free(name: str, aki: Player) -> None:
    doors: list[Callable[[], Any]] = [
        lambda: services.ticket_send(email="new@example.org", name=name),
        lambda: services.player_rename(player=aki, name=name),  # page, mail and API
        lambda: name_checked(name),  # invited by mail
    ]
    for door in doors:
        with pytest.raises(AccountRefused, match="bots or for the service"):
            door()


@pytest.mark.parametrize(
    "name",
    [
        *("Systematic Fox", "Team Rocket", "Server Aki", "Help Me Rhonda", "Lo", "I"),
        *("Random Fox", "Robot", "Operatic", "12", "Ніна", "Quiet Pine 2"),
        *("Vlad Min", "Badminton", "Cooperator", "Moderato", "Modesta", "Admiral"),
        *("Padmini", "Владислав", "Модест", "Operetta", "Ada Minor", "Modsen"),
    ],
)
def test_other_names_stay_free(name: str) -> None:
    assert name_checked(name) == name


@pytest.mark.parametrize("name", ["Воtаn", "Aκi", "Ol-Оля2b", "Анna"])
def test_a_word_is_written_in_one_script(name: str) -> None:
    with pytest.raises(AccountRefused, match="one script"):
        name_checked(name)


@pytest.mark.parametrize("name", ["Оля from Lviv", "Анна-Maria", "Κώστας", "青木 Aoki"])
def test_words_may_have_scripts_of_their_own(name: str) -> None:
    assert name_checked(name) == name


@pytest.mark.parametrize(
    "name",
    ["\u0421\u043e\u0441\u043e", "C0co", "\uff23oco", "\u03bfsa", "Bepa"],
)
def test_nobody_looks_like_somebody_else(name: str) -> None:
    for known in ("Coco", "osa", "\u0412\u0435\u0440\u0430"):  # the last is Vera
        new_player(known)
    with pytest.raises(AccountRefused):
        services.name_free(name)
    assert services.name_free("Vera") == "Vera"
    assert free_name("\u0421\u043e\u0441\u043e") == "\u0421\u043e\u0441\u043e 2"


def test_names_are_unique_whatever_their_case(aki: Player) -> None:
    new_player("Оля")
    for name in ("AKI", "оля", "ОЛЯ"):
        with pytest.raises(AccountRefused, match="already has this name"):
            services.ticket_send(email="new@example.org", name=name)
    assert free_name("aki") == "aki 2"
    assert free_name("ОЛЯ") == "ОЛЯ 2"


def test_a_name_that_is_made_up_tells_nothing_of_the_address() -> None:
    emails = [f"secret.lover{number}@example.org" for number in range(200)]
    names = {services.player_make(email=email).name for email in emails}
    assert len(names) == 200
    for name in names:
        assert name_checked(name) == name
        assert not {"secret", "lover"} & set(name.lower().split())


def test_who_joins_by_the_link_sees_and_chooses_the_name(
    client: Client, aki: Player, work: Work
) -> None:
    ask(client, "sen.rikyu@example.org")
    link, _ = letter_to("sen.rikyu@example.org", work)
    text = client.get(link).content.decode()
    assert "never your email address" in text
    assert "rikyu" not in text.replace("sen.rikyu@example.org", "").lower()
    answer = client.post(link, {"name": "Aki"})
    assert "Another player already has this name" in answer.content.decode()
    assert who(client) == ""
    client.post(link, {"name": "Tea Master"})
    assert who(client) == "Tea Master"
    client.post("/log-out/")
    ask(client, "aki@example.org")
    link, _ = letter_to("aki@example.org", work)
    assert 'name="name"' not in client.get(link).content.decode()
    client.post(link, {"name": "Somebody else"})
    assert who(client) == "Aki"


# -------------------------------------------------------------------- addresses


def test_a_second_address_counts_once_its_letter_was_read(
    client: Client, aki: Player, work: Work
) -> None:
    address = services.address_add(player=aki, email="second@example.org")
    link, _ = letter_to("second@example.org", work)
    assert client.get(link).status_code == 200
    address.refresh_from_db()
    assert address.confirmed_at is None
    assert client.post(link).status_code == 200
    services.address_first(player=aki, address_id=address.pk)
    assert aki.addresses.get(is_first=True) == address
    services.address_remove(player=aki, address_id=address.pk)
    assert aki.addresses.get().is_first


def test_an_address_that_became_another_players_meanwhile(
    aki: Player, botan: Player, work: Work
) -> None:
    codes = {}
    for player in (aki, botan):
        services.address_add(player=player, email="shared@example.org")
        link, _ = letter_to("shared@example.org", work)
        codes[player.name] = link.split("/")[2]
    services.address_confirm(token=codes["Botan"])
    with pytest.raises(AccountRefused, match="Another player"):
        services.address_confirm(token=codes["Aki"])
    assert not aki.addresses.get(email="shared@example.org").confirmed_at
    assert not Ticket.objects.get(player=aki).used_at


def test_a_code_confirms_only_for_who_asked(
    aki: Player, botan: Player, work: Work
) -> None:
    services.address_add(player=aki, email="second@example.org")
    _, code = letter_to("second@example.org", work)
    with pytest.raises(AccountRefused):
        services.address_confirm(player=botan, email="second@example.org", code=code)
    services.address_confirm(player=aki, email="second@example.org", code=code)
    assert aki.addresses.filter(confirmed_at__isnull=False).count() == 2


def test_a_link_that_confirms_does_not_log_in(
    client: Client, aki: Player, work: Work
) -> None:
    services.address_add(player=aki, email="second@example.org")
    link, _ = letter_to("second@example.org", work)
    assert client.post(link.replace("/confirm/", "/log-in/")).status_code == 410
    client.post(link)
    assert who(client) == ""


def test_the_last_address_stays(aki: Player, botan: Player) -> None:
    services.address_add(player=aki, email="second@example.org")
    with pytest.raises(AccountRefused, match="last address"):
        services.address_remove(player=aki, address_id=aki.addresses.first().pk)  # type: ignore[union-attr]
    with pytest.raises(AccountRefused, match="not on your list"):
        services.address_remove(player=botan, address_id=aki.addresses.all()[0].pk)


# --------------------------------------------------------------------- settings


def ways(**changed: Any) -> dict[str, Any]:
    usual = {
        "language": "uk",
        "time_zone": "Europe/Kyiv",
        "quiet_from": time(22),
        "quiet_to": time(7),
        "rests_at_weekends": True,
        "letters": "daily",
    }
    return {**usual, **changed}


def test_settings_are_kept_and_move_deadlines(aki: Player, botan: Player) -> None:
    clock = PRESETS["daily"].data
    match = match_open(organiser=aki, game="toy", seats=2, clock=clock)
    seat_join(match_id=match.pk, player=botan)
    match_start(match_id=match.pk)
    before = Seat.objects.get(player=aki).due_at
    services.player_settings(player=aki, **ways())
    after = Seat.objects.get(player=aki).due_at
    assert before
    assert after
    assert after > before
    aki.refresh_from_db()
    assert (aki.language, aki.time_zone) == ("uk", "Europe/Kyiv")
    later = timezone.now().date() + timedelta(days=2)
    week = later + timedelta(days=6)
    absence = services.absence_add(player=aki, first_day=later, last_day=week)
    away = Seat.objects.get(player=aki).due_at
    assert away
    assert away > after
    services.absence_remove(player=aki, absence_id=absence.pk)
    assert Seat.objects.get(player=aki).due_at == after


@pytest.mark.parametrize(
    "fault",
    [
        {"language": "fr"},
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../etc/passwd"},
        {"quiet_to": None},
        {"quiet_from": time(5), "quiet_to": time(4)},
        {"letters": "never"},
    ],
)
def test_settings_that_cannot_be(aki: Player, fault: dict[str, Any]) -> None:
    with pytest.raises(AccountRefused):
        services.player_settings(player=aki, **ways(**fault))
    aki.refresh_from_db()
    assert (aki.language, aki.time_zone) == ("en", "UTC")


def test_a_holiday_does_not_end_before_it_begins(aki: Player) -> None:
    with pytest.raises(AccountRefused):
        services.absence_add(
            player=aki, first_day=date(2026, 5, 2), last_day=date(2026, 5, 1)
        )


# ------------------------------------------------------------------------ erase


def test_an_erased_player_leaves_moves_and_no_name(
    client: Client, aki: Player, botan: Player, work: Work
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_join(match_id=match.pk, player=botan)
    match_start(match_id=match.pk)
    waiting = match_open(organiser=aki, game="toy", seats=2)
    work()
    log_in(client, aki)
    client.post("/settings/erase/", {"name": "not me"})
    assert Address.objects.filter(player=aki).exists()
    client.post("/settings/erase/", {"name": "Aki"})
    assert who(client) == ""
    aki.refresh_from_db()
    assert aki.name == f"Wanderer {aki.pk}"
    assert not aki.is_active
    assert not Address.objects.filter(player=aki).exists()
    assert not Letter.objects.filter(player=aki).exists()
    assert Seat.objects.get(match=match, player=aki).is_open
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.ABANDONED
    match_abandon(match_id=match.pk, by=verified(new_player("Staff", is_staff=True)))
    match.refresh_from_db()
    text = log_file(match)
    assert verify(text)
    assert "Aki" not in text
    assert f"Wanderer {aki.pk}" in text


def test_an_erased_address_may_begin_anew(aki: Player, work: Work) -> None:
    services.player_erase(player=aki)
    services.ticket_send(email="aki@example.org", name="Aki")
    link, _ = letter_to("aki@example.org", work)
    again = services.ticket_use(token=link.split("/")[2])
    assert again != aki
    assert again.name == "Aki"


@pytest.mark.parametrize("said", ["doi", "doi@", "doi@example", "@example.org"])
def test_what_is_no_address_is_said_in_the_readers_language(said: str) -> None:
    with translation.override("de"), pytest.raises(AccountRefused) as refused:
        email_checked(said)
    assert str(refused.value) == (
        "Das ist keine E-Mail-Adresse; sie sieht so aus: „name@example.org“."
    )
