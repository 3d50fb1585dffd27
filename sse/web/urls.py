"""Addresses of pages for people."""

from django.urls import path

from sse.web.views import entering, mails, matches, people, playing, remarking, replay

urlpatterns = [
    path("", matches.start, name="start"),
    path("archive/", matches.archive, name="archive"),
    path("letters/", matches.letters, name="letters"),
    # people
    path("log-in/", entering.log_in, name="log-in"),
    path("log-in/code/", entering.log_in_code, name="log-in-code"),
    path("log-in/password/", entering.log_in_password, name="log-in-password"),
    path("log-in/<str:token>/", entering.log_in_link, name="log-in-link"),
    path("log-out/", entering.log_out, name="log-out"),
    path("confirm/<str:token>/", entering.confirm, name="confirm"),
    path("mails/<str:token>/", mails.held, name="held-mail"),
    path("operator/login/", entering.operator_log_in),
    path("settings/", people.settings_page, name="settings"),
    path("settings/name/", people.rename, name="rename"),
    path("settings/password/", people.password, name="password"),
    path("settings/addresses/", people.address_add, name="address-add"),
    path(
        "settings/addresses/<int:address_id>/code/",
        people.address_code,
        name="address-code",
    ),
    path(
        "settings/addresses/<int:address_id>/first/",
        people.address_change,
        {"what": "first"},
        name="address-first",
    ),
    path(
        "settings/addresses/<int:address_id>/remove/",
        people.address_change,
        {"what": "remove"},
        name="address-remove",
    ),
    path("settings/holidays/", people.absence_add, name="absence-add"),
    path(
        "settings/holidays/<int:absence_id>/remove/",
        people.absence_remove,
        name="absence-remove",
    ),
    path("settings/erase/", people.erase, name="erase"),
    # matches
    path("open/", playing.match_open, name="games"),
    path("open/<str:name>/", playing.match_open, name="match-open"),
    path("invitations/<int:invitation_id>/", playing.invitation, name="invitation"),
    path("matches/<int:match_id>/", matches.match, name="match"),
    path("matches/<int:match_id>/board.svg", matches.board, name="board"),
    path("matches/<int:match_id>/orders/", playing.orders, name="orders"),
    path("matches/<int:match_id>/withdraw/", playing.withdraw, name="withdraw"),
    path("matches/<int:match_id>/resign/", playing.resign, name="resign"),
    path("matches/<int:match_id>/invite/", playing.invite, name="invite"),
    path("matches/<int:match_id>/do/<str:what>/", playing.match_do, name="match-do"),
    path("matches/<int:match_id>/log", matches.log, name="log"),
    # replays
    path("matches/<int:match_id>/steps/", replay.jump, name="steps"),
    path("matches/<int:match_id>/steps/<int:number>", replay.step, name="step"),
    path(
        "matches/<int:match_id>/steps/<int:number>.svg",
        replay.frame,
        name="step-board",
    ),
    path(
        "matches/<int:match_id>/steps/<int:number>/part",
        replay.part,
        name="step-part",
    ),
    path(
        "matches/<int:match_id>/steps/<int:number>/changes",
        replay.changes,
        name="step-changes",
    ),
    path(
        "matches/<int:match_id>/steps/<int:number>/remarks",
        remarking.remark,
        name="remark",
    ),
    path(
        "matches/<int:match_id>/remarks/<int:remark_id>/remove",
        remarking.remove,
        name="remark-remove",
    ),
    path(
        "matches/<int:match_id>/steps/<int:number>/what-if",
        remarking.fork,
        name="fork",
    ),
    path(
        "embed/matches/<int:match_id>/steps/<int:first>-<int:last>",
        replay.embed,
        name="embed",
    ),
]
