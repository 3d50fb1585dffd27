"""Addresses of pages; those of matches and steps hold for ever."""

from django.contrib import admin
from django.urls import path

urlpatterns = [path("operator/", admin.site.urls)]
