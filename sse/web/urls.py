"""Addresses of pages for people."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from sse.web.views import (
    archive,
    calendar,
    exports,
    keys,
    lessons,
    letter_box,
    letters,
    login,
    mails,
    match_actions,
    new_match,
    open_data,
    players,
    remarks,
    replay,
    reports,
    rules,
    second_factor,
    settings,
    start,
    table,
)

# A change of password there asks for a proof, ends keys and sessions, and is told.
to_settings = RedirectView.as_view(pattern_name="settings")
archive_pages = [
    path("", archive.archive, name="archive"),
    path("import/", reports.import_page, name="import"),
    path("open-data/", open_data.about, name="open-data"),
    path("results/", archive.results, name="results"),
    path("tags/", archive.tags, name="tags"),
    path("tags/<str:key>/", archive.tag, name="tag"),
]
letter_pages = [
    path("", letters.letters, name="letters"),
    path("test/", letters.test_letter, name="letter-test"),
    path("held/<int:mail_id>/", mails.own_held, name="own-held-mail"),
    path("off/<str:token>/", letters.off, name="letters-off"),
    path("on/<int:match_id>/", letters.on, name="letters-on"),
    path("addresses/<int:address_id>/", letters.address_again, name="address-again"),
]
letter_box_pages = [
    path("", letter_box.box, name="letter-box"),
    path("<int:number>/", letter_box.letter, name="letter-box-letter"),
    path("<int:number>/html", letter_box.html, name="letter-box-html"),
    path("<int:number>/answer/", letter_box.reply, name="letter-box-answer"),
]
login_pages = [
    path("", login.log_in, name="log-in"),
    path("code/", login.log_in_code, name="log-in-code"),
    path("password/", login.log_in_password, name="log-in-password"),
    path("<str:token>/", login.log_in_link, name="log-in-link"),
]
address_actions = [
    path("code/", settings.address_code, name="address-code"),
    path("first/", settings.address_first, name="address-first"),
    path("remove/", settings.address_remove, name="address-remove"),
]
settings_pages: list[URLPattern | URLResolver] = [
    path("", settings.settings_page, name="settings"),
    path("name/", settings.rename, name="rename"),
    path("password/", settings.password, name="password"),
    path("addresses/", settings.address_add, name="address-add"),
    path("addresses/<int:address_id>/", include(address_actions)),
    path("holidays/", settings.absence_add, name="absence-add"),
    path(
        "holidays/<int:absence_id>/remove/",
        settings.absence_remove,
        name="absence-remove",
    ),
    path("sessions/all/", settings.log_out_everywhere, name="log-out-everywhere"),
    path("sessions/<str:name>/end/", settings.session_end, name="session-end"),
    path("calendar/", calendar.feed_change, name="calendar-change"),
    path("erase/", settings.erase, name="erase"),
    path("keys/", keys.keys, name="keys"),
    path("keys/<int:token_id>/revoke/", keys.revoke, name="key-revoke"),
    path("hooks/<int:hook_id>/", keys.hook, name="hook"),
]
step_pages = [
    path("", replay.jump, name="steps"),
    path("<int:number>", replay.step, name="step"),
    path("<int:number>.svg", replay.frame, name="step-board"),
    path("<int:number>.png", replay.pixels, name="step-png"),
    path("<int:first>-<int:last>.gif", reports.film, name="film"),
    path("<int:number>/part", replay.part, name="step-part"),
    path("<int:number>/changes", replay.changes, name="step-changes"),
    path("<int:number>/remarks", remarks.remark, name="remark"),
    path("<int:number>/what-if", remarks.fork, name="fork"),
]
match_pages: list[URLPattern | URLResolver] = [
    path("", table.match, name="match"),
    path("board.svg", table.board, name="board"),
    path("check/", table.check, name="check"),
    path("pulse", table.pulse, name="pulse"),
    path("talk/", table.talk, name="talk"),
    path("diary/", table.note, name="diary"),
    path("orders/", match_actions.orders, name="orders"),
    path("withdraw/", match_actions.withdraw, name="withdraw"),
    path("resign/", match_actions.resign, name="resign"),
    path("again/", new_match.play_again, name="play-again"),
    path("invite/", match_actions.invite, name="invite"),
    path("do/<str:what>/", match_actions.match_do, name="match-do"),
    path("log", exports.log, name="log"),
    path("export.json", exports.export_json, name="export-json"),
    path("scores.csv", exports.scores, name="scores"),
    path("dice/", reports.dice, name="dice"),
    path("booklet/", reports.booklet, name="booklet"),
    path("booklet/<int:report_id>/", reports.report, name="report"),
    path("booklet/<int:report_id>.pdf", reports.report_pdf, name="report-pdf"),
    path("tags/", archive.match_tags, name="match-tags"),
    path("steps/", include(step_pages)),
    path("remarks/<int:remark_id>/remove", remarks.remove, name="remark-remove"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", start.start, name="start"),
    path("robots.txt", start.robots),
    path("archive/", include(archive_pages)),
    path("archive/open-data.zip", open_data.newest, name="open-data-file"),
    path("statistics/", archive.statistics, name="statistics"),
    path("statistics/<str:name>/", archive.statistics_of, name="statistics-game"),
    path("players/", players.ranking, name="players"),
    path("players/programs/<str:game>/<str:bot>/", players.program, name="program"),
    path("players/<str:who>/", players.player, name="player"),
    path("letters/", include(letter_pages)),
    path("letter-box/", include(letter_box_pages)),
    path("learn/", lessons.lessons, name="lessons"),
    path("learn/<str:name>/", lessons.lesson, name="lesson"),
    path("rules/", rules.rulebooks, name="rulebooks"),
    path("rules/<str:name>/", rules.rulebook, name="rules"),
    path("rules/<str:name>/<str:number>/", rules.rule, name="rule"),
    path("log-in/", include(login_pages)),
    path("log-out/", login.log_out, name="log-out"),
    path("confirm/<str:token>/", login.confirm, name="confirm"),
    path("mails/<str:token>/", mails.held, name="held-mail"),
    path("operator/login/", login.operator_log_in),
    path("operator/password_change/", to_settings),
    path("operator/second-factor/", second_factor.ask, name="second-factor"),
    path("operator/second-factor/set/", second_factor.set_up, name="second-factor-set"),
    path("settings/", include(settings_pages)),
    path("calendar/<str:key>.ics", calendar.feed, name="calendar"),
    path("open/", new_match.which_game, name="games"),
    path("open/<str:name>/", new_match.match_open, name="match-open"),
    path("open/<str:name>/clock/", new_match.clock_look, name="clock-look"),
    path("play/<str:name>/", new_match.play_now, name="play-now"),
    path(
        "invitations/<int:invitation_id>/", match_actions.invitation, name="invitation"
    ),
    path("matches/<int:match_id>/", include(match_pages)),
    path(
        "embed/matches/<int:match_id>/steps/<int:first>-<int:last>",
        replay.embed,
        name="embed",
    ),
]
