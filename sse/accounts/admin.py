"""Players, for the operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib import admin
from django.db.models import Count, Model, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from sse.accounts.models import Absence, Address, Player
from sse.accounts.operator_services import letters_restore, letters_suspend
from sse.platform.admin_pages import Guarded, NoChanges, row_action

if TYPE_CHECKING:
    Inline = admin.TabularInline[Model, Player]
else:
    Inline = admin.TabularInline
for devices in (TOTPDevice, StaticDevice):  # nobody looks at another one's secrets
    admin.site.unregister(devices)
GOING_ON = Q(seats__match__status__in=["running", "paused"])
admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME}: the operator"
admin.site.index_title = "What is kept"


class Shown(NoChanges, Inline):
    """To be looked at: people confirm and remove addresses themselves."""

    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # whoever sees the player


class Addresses(Shown):
    model = Address
    fields = ("email", "is_first", "confirmed_at", "suspended_at", "created_at")


class Absences(Shown):
    model = Absence
    fields = ("first_day", "last_day")


@admin.register(Player)
class PlayerAdmin(Guarded):
    """Players join, rename and erase themselves; who is an operator is said here."""

    lookups: ClassVar = {"is_active", "is_staff", "language", "letters"}
    list_display = (
        *("name", "address", "playing", "language", "time_zone", "letters"),
        *("is_active", "is_staff", "joined_at"),
    )
    list_filter = ("is_active", "is_staff", "language", "letters")
    search_fields = ("name", "addresses__email")
    ordering = ("-joined_at",)
    filter_horizontal = ("groups", "user_permissions")
    inlines = (Addresses, Absences)
    actions = ("suspend", "restore")
    fieldsets = (
        (None, {"fields": ("name", "language", "time_zone", "letters")}),
        ("Rest", {"fields": ("quiet_from", "quiet_to", "rests_at_weekends")}),
        ("Times", {"fields": ("joined_at", "last_login", "erased_at")}),
        ("Log in", {"fields": ("is_active",)}),
        (
            "Operators",
            {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")},
        ),
    )
    powers = ("is_staff", "is_superuser", "groups", "user_permissions")
    editable = ("is_active",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        addresses = Address.objects.order_by("-is_first", "pk")
        playing = Count("seats", filter=GOING_ON, distinct=True)
        rows = Player.objects.annotate(playing=playing).defer("password")
        return rows.prefetch_related(Prefetch("addresses", addresses))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Only a superuser makes operators; the rest is the player's own."""
        user: Any = request.user
        free = {*self.editable, *(self.powers if user.is_superuser else ())}
        names = [name for _, part in self.fieldsets for name in part["fields"]]
        return [str(name) for name in names if name not in free]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No operator locks out one who stands above."""
        user: Any = request.user
        is_above = obj is not None and obj.is_superuser and not user.is_superuser
        return not is_above and super().has_change_permission(request, obj)

    @admin.display(description="letters go to")
    def address(self, player: Player) -> str:
        rows = [row for row in player.addresses.all() if row.confirmed_at]
        good = [row.email for row in rows if row.suspended_at is None]
        return good[0] if good else "suspended" if rows else "none"

    @admin.display(description="playing", ordering="playing")
    def playing(self, player: Any) -> int:
        return int(player.playing)

    suspend = row_action(
        "Suspend letters", "without letters", lambda it, _: letters_suspend(player=it)
    )
    restore = row_action(
        "Restore letters",
        "get letters again",
        lambda it, _: letters_restore(player=it),
    )
