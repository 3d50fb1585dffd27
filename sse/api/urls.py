"""Addresses of the API; they hold as long as its number does."""

from django.urls import path

from sse.api.views import (
    actions,
    files,
    games,
    hooks,
    matches,
    me,
    players,
    replay,
    start,
    table,
    talk,
)
from sse.matches.deeds import DEEDS

MATCH = "matches/<int:match_id>"
STEP = f"{MATCH}/steps/<int:number>"

urlpatterns = [
    path("", start.Start.as_view()),
    path("schema", start.Schema.as_view(), name="api-schema"),
    path("docs/", start.Docs.as_view(), name="api-docs"),
    # games
    path("games", games.Games.as_view()),
    path("games/<str:name>", games.Game.as_view()),
    path("games/<str:name>/rules", games.GameRules.as_view()),
    path("games/<str:name>/rules/<str:rule>", games.GameRule.as_view()),
    path("games/<str:name>/data/<str:file>", games.GameData.as_view()),
    path("games/<str:name>/ratings", players.GameRatings.as_view()),
    path("games/<str:name>/statistics", players.GameStatistics.as_view()),
    # matches
    path("matches", matches.Matches.as_view()),
    path("matches/to-join", matches.MatchesToJoin.as_view()),
    path(MATCH, matches.OneMatch.as_view()),
    *(
        path(DEEDS[name].api, actions.action_view(DEEDS[name]).as_view())
        for name in actions.BODIES
    ),
    path(f"{MATCH}/invitations", matches.MatchInvitations.as_view()),
    path(
        f"{MATCH}/invitations/<int:invitation_id>",
        matches.MatchInvitation.as_view(),
    ),
    path(
        "invitations/<int:invitation_id>/accept",
        matches.InvitationAccept.as_view(),
    ),
    path(
        "invitations/<int:invitation_id>/decline",
        matches.InvitationDecline.as_view(),
    ),
    # the table
    path(f"{MATCH}/view", table.MatchView.as_view()),
    path(f"{MATCH}/decisions", table.MatchDecisions.as_view()),
    path(f"{MATCH}/events", table.MatchEvents.as_view()),
    path(f"{MATCH}/board", table.MatchBoard.as_view()),
    path(f"{MATCH}/board.svg", table.MatchBoardSvg.as_view()),
    path(f"{MATCH}/board.png", table.MatchBoardPng.as_view()),
    path(f"{MATCH}/submissions", table.MatchSubmissions.as_view()),
    path(f"{MATCH}/submissions/<int:submission_id>", table.MatchSubmission.as_view()),
    path(f"{MATCH}/preview", table.MatchPreview.as_view()),
    path(f"{MATCH}/talk", talk.MatchTalk.as_view()),
    path(f"{MATCH}/diary", talk.MatchDiary.as_view()),
    # replays
    path(f"{MATCH}/steps", replay.MatchSteps.as_view()),
    path(STEP, replay.MatchStep.as_view()),
    path(f"{STEP}.svg", replay.MatchStepSvg.as_view()),
    path(f"{STEP}.png", replay.MatchStepPng.as_view()),
    path(f"{STEP}/remarks", replay.StepRemarks.as_view()),
    path(f"{STEP}/fork", replay.StepFork.as_view()),
    path(f"{MATCH}/remarks/<int:remark_id>", replay.MatchRemark.as_view()),
    path(f"{MATCH}/tags", replay.MatchTags.as_view()),
    path(f"{MATCH}/tags/<str:key>", replay.MatchTag.as_view()),
    # files
    path(f"{MATCH}/log", files.MatchLog.as_view()),
    path(f"{MATCH}/export.json", files.MatchJson.as_view()),
    path(f"{MATCH}/scores.csv", files.MatchScores.as_view()),
    path(f"{MATCH}/booklets", files.MatchBooklets.as_view()),
    path(f"{MATCH}/films", files.MatchFilms.as_view()),
    path(f"{MATCH}/reports/<int:report_id>", files.MatchReport.as_view()),
    path(f"{MATCH}/reports/<int:report_id>/file", files.MatchReportFile.as_view()),
    path("imports", files.Imports.as_view()),
    # players
    path("players", players.Players.as_view()),
    path("players/<int:player_id>", players.OnePlayer.as_view()),
    path("players/<int:player_id>/matches", players.PlayerMatches.as_view()),
    path("players/<int:player_id>/ratings/<str:name>", players.PlayerRating.as_view()),
    # oneself
    path("me", me.Me.as_view()),
    path("me/matches", matches.MyMatches.as_view()),
    path("me/invitations", matches.MyInvitations.as_view()),
    path("me/absences", me.Absences.as_view()),
    path("me/absences/<int:absence_id>", me.OneAbsence.as_view()),
    path("me/letters", me.Letters.as_view()),
    path("me/letters/test", me.TestLetter.as_view()),
    path(f"{MATCH}/letters", me.MatchLetters.as_view()),
    # hooks
    path("me/hooks", hooks.Hooks.as_view()),
    path("me/hooks/<int:hook_id>", hooks.OneHook.as_view()),
    path("me/hooks/<int:hook_id>/test", hooks.HookTest.as_view()),
    path("me/hooks/<int:hook_id>/deliveries", hooks.HookDeliveries.as_view()),
    path("<path:rest>", start.Nothing.as_view()),
]
