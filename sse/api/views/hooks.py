"""Hooks: set, tried, looked after, taken away."""

from __future__ import annotations

from functools import partial

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sse.api.authentication import check_fresh
from sse.api.fields import Body, Text, Word
from sse.api.pagination import ItemPage, PageQuery, listed, page_of, place_in
from sse.api.resource import OwnResource, done, made
from sse.api.schema import tells
from sse.api.serializers import ItemList, items_of, shape_from
from sse.api.serializers.hooks import DeliveryShape, HookShape, NewHook
from sse.hooks.events import EVENTS
from sse.hooks.models import Hook
from sse.hooks.services import LONGEST_URL, hook_remove, hook_set, hook_test
from sse.platform.rates import check_limit


class HookBody(Body):
    url = Text(max_length=LONGEST_URL)
    events = serializers.ListField(child=Word(EVENTS), min_length=1, max_length=10)


class Hooks(OwnResource):
    @tells("Your hooks", ItemList[HookShape])
    def get(self, request: Request) -> Response:
        return Response(items_of(HookShape, self.player.hooks.order_by("pk")))

    @tells("Set a hook", NewHook, status=201, body=HookBody)
    def post(self, request: Request) -> Response:
        """What happens in your matches is sent there, signed with its secret."""
        check_fresh(request)
        hook = hook_set(player=self.player, **self.said(HookBody))
        return made(shape_from(NewHook, hook), f"/api/v1/me/hooks/{hook.pk}")


class AboutHook(OwnResource):
    def hook(self, hook_id: int) -> Hook:
        return self.or_404(self.player.hooks.filter(pk=hook_id).first())


class OneHook(AboutHook):
    @tells("A hook", HookShape)
    def get(self, request: Request, hook_id: int) -> Response:
        return Response(shape_from(HookShape, self.hook(hook_id)))

    @tells("Delete a hook", status=204)
    def delete(self, request: Request, hook_id: int) -> Response:
        hook_remove(player=self.player, hook_id=self.hook(hook_id).pk)
        return done()


class HookTest(AboutHook):
    @tells("Send a test to a hook", DeliveryShape, status=202)
    def post(self, request: Request, hook_id: int) -> Response:
        hook = self.hook(hook_id)
        check_limit(request, "hook tests", self.player.pk, by_client=False)
        place = f"/api/v1/me/hooks/{hook.pk}/deliveries"
        shape = shape_from(DeliveryShape, hook_test(hook=hook))
        return made(shape, place, status=202)


class HookDeliveries(AboutHook):
    @tells(
        "Deliveries of a hook, and their status",
        ItemPage[DeliveryShape],
        query=PageQuery,
    )
    def get(self, request: Request, hook_id: int) -> Response:
        hook, place = self.hook(hook_id), place_in(self.query)
        found = page_of(hook.deliveries.all(), place)
        return Response(listed(request, found, partial(shape_from, DeliveryShape)))
