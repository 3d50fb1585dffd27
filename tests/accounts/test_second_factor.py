"""Operators need a code of their app before they see the operator's pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play import match_pause
from sse.outbox.models import Letter
from tests.support.api_clients import Program
from tests.support.people import log_in, new_player, operator_in, verified
from tests.support.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
DOOR, SET = "/operator/second-factor/", "/operator/second-factor/set/"


@pytest.fixture
def chief(db: None) -> Player:
    return new_player("Chief", is_staff=True, is_superuser=True)


def code_of(device: TOTPDevice) -> str:
    device.refresh_from_db()
    later = 30 if device.last_t >= 0 else 0  # the code of now was used
    device.last_t = -1
    device.save()
    return f"{totp(device.bin_key, drift=later // 30):06}"


def test_a_password_alone_does_not_open_the_operators_pages(chief: Player) -> None:
    client = log_in(Client(), chief)
    answer: Any = client.get("/operator/matches/match/", follow=True)
    where = answer.redirect_chain[-1][0]
    assert where == f"{DOOR}?next=%2Foperator%2Fmatches%2Fmatch%2F"
    assert "Set it up" in answer.content.decode()


def test_an_operator_sets_up_an_app_and_enters_by_its_codes(chief: Player) -> None:
    client = log_in(Client(), chief)
    page = client.post(SET).content.decode()
    assert "<svg" in page
    device = TOTPDevice.objects.get(user=chief)
    assert not device.confirmed
    page = client.post(SET, {"code": code_of(device)}).content.decode()
    codes = re.findall(r"<li><code>(\w+)</code>", page)
    assert len(codes) == 10
    assert client.get("/operator/").status_code == 200
    assert Letter.objects.get(kind="account").data["change"] == "factor_set"
    again = log_in(Client(), chief)
    assert again.get("/operator/").status_code == 302
    assert "not valid now" in again.post(DOOR, {"code": "x"}).content.decode()
    TOTPDevice.objects.update(throttling_failure_count=0)
    said = {"code": code_of(device), "after": "/operator/accounts/player/"}
    answer: Any = again.post(DOOR, said)
    assert answer.url == "/operator/accounts/player/"
    assert again.get(answer.url).status_code == 200


def test_a_recovery_code_opens_once(chief: Player) -> None:
    client = log_in(Client(), chief)
    client.post(SET)
    client.post(SET, {"code": code_of(TOTPDevice.objects.get(user=chief))})
    code = str(StaticToken.objects.values_list("token", flat=True)[0])
    for status in (200, 302):
        other = log_in(Client(), chief)
        other.post(DOOR, {"code": f"{code[:4].upper()} {code[4:]}"})
        assert other.get("/operator/").status_code == status


def test_a_wrong_first_code_sets_nothing_up(chief: Player) -> None:
    client = log_in(Client(), chief)
    secret = client.post(SET).content.decode().partition('id="secret">')[2][:39]
    page = client.post(SET, {"code": "nonsense"}).content.decode()
    assert secret in page  # the app need not be set up once more
    assert not TOTPDevice.objects.get(user=chief).confirmed
    assert client.get("/operator/").status_code == 302


def test_the_secret_is_shown_only_after_a_fresh_log_in(chief: Player) -> None:
    client = Client()
    client.force_login(chief)
    assert "Please confirm that it’s you" in client.post(SET).content.decode()
    assert not TOTPDevice.objects.exists()


def test_no_second_app_is_set_up_beside_the_first(chief: Player) -> None:
    TOTPDevice.objects.create(user=chief)
    client = log_in(Client(), chief)
    assert client.post(SET).status_code == 302
    assert TOTPDevice.objects.count() == 1


def test_a_device_of_another_operator_opens_nothing(chief: Player) -> None:
    other = new_player("Other", is_staff=True, is_superuser=True)
    device = TOTPDevice.objects.create(user=other)
    TOTPDevice.objects.create(user=chief)
    client = log_in(Client(), chief)
    session = client.session
    session["otp_device_id"] = device.persistent_id
    session.save()
    assert client.get("/operator/").status_code == 302


def test_players_have_no_such_page(aki: Player) -> None:
    client = log_in(Client(), aki)
    assert client.get(DOOR).status_code == 404
    assert client.post(SET).status_code == 404


def test_tries_are_counted(chief: Player) -> None:
    device = TOTPDevice.objects.create(user=chief)
    client = log_in(Client(), chief)
    for _ in range(30):
        client.post(DOOR, {"code": "000000"})
    TOTPDevice.objects.update(throttling_failure_count=0)
    page = client.post(DOOR, {"code": code_of(device)}).content.decode()
    assert "Too many requests in a short time" in page
    assert client.get("/operator/").status_code == 302


def test_a_lost_app_is_reset_on_the_machine(chief: Player) -> None:
    client = operator_in(Client(), chief)
    assert client.get("/operator/").status_code == 200
    call_command("second_factor_reset", "chief")
    assert client.get("/operator/").status_code == 302
    assert Letter.objects.get(kind="account").data["change"] == "factor_removed"
    with pytest.raises(CommandError, match="no second factor"):
        call_command("second_factor_reset", "Chief")


def test_the_operators_pages_show_nobodys_secret(chief: Player) -> None:
    page = operator_in(Client(), chief).get("/operator/").content.decode()
    assert "otp" not in page.lower()


def test_on_ones_own_machine_it_can_be_left_out(chief: Player, settings: Any) -> None:
    settings.OPERATOR_SECOND_FACTOR = False
    assert log_in(Client(), chief).get("/operator/").status_code == 200


# ------------------------------------------------------------- the pages of players


@pytest.fixture
def private(aki: Player, botan: Player) -> Match:
    match = running(aki, botan, title="Whispering Pines")
    Match.objects.filter(pk=match.pk).update(privacy="private")
    match.refresh_from_db()
    return match


def test_without_the_code_an_operator_is_a_player_as_any(
    chief: Player, private: Match, aki: Player
) -> None:
    """So a stolen password of an operator opens no private match."""
    client = log_in(Client(), chief)
    here = f"/matches/{private.pk}/"
    assert client.get(here).status_code == 404
    assert client.get(f"/players/{aki.pk}/").status_code == 404
    assert private.title not in client.get("/archive/?state=running").content.decode()
    operator = operator_in(Client(), chief)
    assert operator.get(here).status_code == 200
    assert operator.get(f"/players/{aki.pk}/").status_code == 200
    assert private.title in operator.get("/archive/?state=running").content.decode()


def test_a_key_and_a_mail_of_an_operator_have_no_power(
    chief: Player, private: Match, aki: Player, settings: Any
) -> None:
    program = Program(chief)
    for is_asked in (True, False):
        settings.OPERATOR_SECOND_FACTOR = is_asked
        assert program.get(f"/matches/{private.pk}").status_code == 404
        assert program.get(f"/players/{aki.pk}").status_code == 404
        with pytest.raises(MatchRefused, match="Only the organiser"):
            match_pause(match_id=private.pk, by=chief)  # as a mail does it
    match_pause(match_id=private.pk, by=verified(chief))


def test_where_no_code_is_asked_for_the_log_in_is_enough(
    chief: Player, private: Match, settings: Any
) -> None:
    settings.OPERATOR_SECOND_FACTOR = False
    client = log_in(Client(), chief)
    assert client.get(f"/matches/{private.pk}/").status_code == 200


def test_nothing_but_the_helper_asks_whether_somebody_is_staff() -> None:
    """Elsewhere `is_staff` alone would pass a session without the code."""
    root = Path(__file__).parent.parent.parent / "sse"
    asking = {
        str(file.relative_to(root))
        for file in root.rglob("*.py")
        if re.search(r"\.is_staff\b", file.read_text())
    }
    door = {"web/views/second_factor.py", "web/views/login.py"}  # lead to the code
    assert asking == {"accounts/permissions.py", *door}
