"""Addresses of pages for people."""

from django.urls import path

from sse.web.views import (
    archive,
    entering,
    exports,
    letter_box,
    letters,
    mails,
    matches,
    people,
    players,
    playing,
    reports,
)

urlpatterns = [
    path("", matches.start, name="start"),
    # archive
    path("archive/", archive.archive, name="archive"),
    path("archive/import/", reports.bring_in, name="import"),
    path("archive/results/", archive.results, name="results"),
    path("archive/tags/", archive.tags, name="tags"),
    path("archive/tags/<str:key>/", archive.tag, name="tag"),
    path("statistics/", archive.statistics, name="statistics"),
    path("statistics/<str:name>/", archive.statistics_of, name="statistics-game"),
    path("players/", players.ranking, name="players"),
    path("players/programs/<str:game>/<str:bot>/", players.program, name="program"),
    path("players/<str:who>/", players.player, name="player"),
    # letters
    path("letters/", letters.letters, name="letters"),
    path("letters/test/", letters.test_letter, name="letter-test"),
    path("letters/off/<str:token>/", letters.off, name="letters-off"),
    path("letters/on/<int:match_id>/", letters.on, name="letters-on"),
    path(
        "letters/addresses/<int:address_id>/",
        letters.address_again,
        name="address-again",
    ),
    path("letter-box/", letter_box.box, name="letter-box"),
    path("letter-box/<int:number>/", letter_box.letter, name="letter-box-letter"),
    path("letter-box/<int:number>/html", letter_box.html, name="letter-box-html"),
    path(
        "letter-box/<int:number>/answer/", letter_box.answer, name="letter-box-answer"
    ),
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
    path("matches/<int:match_id>/log", exports.log, name="log"),
    path("matches/<int:match_id>/export.json", exports.export_json, name="export-json"),
    path("matches/<int:match_id>/scores.csv", exports.scores, name="scores"),
    path("matches/<int:match_id>/dice/", reports.dice, name="dice"),
    path("matches/<int:match_id>/booklet/", reports.booklet, name="booklet"),
    path(
        "matches/<int:match_id>/booklet/<int:report_id>/",
        reports.report,
        name="report",
    ),
    path(
        "matches/<int:match_id>/booklet/<int:report_id>.pdf",
        reports.report_pdf,
        name="report-pdf",
    ),
    path("matches/<int:match_id>/tags/", archive.match_tags, name="match-tags"),
    path("matches/<int:match_id>/steps/<int:number>", matches.step, name="step"),
    path(
        "matches/<int:match_id>/steps/<int:number>.svg",
        exports.step_svg,
        name="step-board",
    ),
    path(
        "matches/<int:match_id>/steps/<int:number>.png",
        exports.step_png,
        name="step-png",
    ),
    path(
        "matches/<int:match_id>/steps/<int:first>-<int:last>.gif",
        reports.film,
        name="film",
    ),
]
