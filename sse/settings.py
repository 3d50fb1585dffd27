"""Hikyaku's settings: one file, all from the environment. docs/operating.md tells."""

from __future__ import annotations

from sse import environment as env
from sse.logs import LOGGING as LOGGING

BASE_DIR = env.ROOT
DATA = env.data_folder()
DEBUG = env.flag("HIKYAKU_DEBUG")
SECRET_KEY = env.secret_key(DATA)
SITE = env.text("HIKYAKU_SITE", "http://localhost:8000").rstrip("/")
SITE_NAME = env.text("HIKYAKU_NAME", "Hikyaku")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = [SITE]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "sse.accounts",
    "sse.matches",
    "sse.outbox",
    "sse.archive",
    "sse.web",
    "sse.api",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "sse.web.middleware.RequestLog",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "sse.web.middleware.ReadersOwn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "sse.urls"
WSGI_APPLICATION = "sse.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "sse.web.context.site",
            ],
        },
    }
]

# ------------------------------------------------------------------ what is kept

DATABASES = {"default": env.database(DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.redis_url(DATA)
CACHES = {
    "default": {
        "BACKEND": "sse.cache.Bell",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "hikyaku",
        "TIMEOUT": 7 * 24 * 3600,
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"  # Redis may be flushed

# -------------------------------------------------------------------- background

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 2,
    "max_retries": 1,  # to ring: what is not rung is swept
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
    "global_keyprefix": "hikyaku:",
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "rows left behind": {"task": "sse.matches.tasks.sweep", "schedule": 5.0},
    "clocks": {"task": "sse.matches.tasks.ring_clocks", "schedule": 10.0},
}

# ------------------------------------------------------------------------ people

AUTH_USER_MODEL = "accounts.Player"
LOGIN_URL = "/log-in/"
LOGIN_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_LINK_MINUTES = env.number("LOGIN_LINK_MINUTES", 30, lowest=1)
SESSION_COOKIE_AGE = 90 * 24 * 3600
SECURE_COOKIES = SITE.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_COOKIES
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("BEHIND_PROXY") else None
)
SECURE_HSTS_SECONDS = 31_536_000 if SECURE_COOKIES else 0
SECURE_SSL_REDIRECT = SECURE_COOKIES
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
REST_FRAMEWORK = {
    "DEFAULT_THROTTLE_RATES": {
        "log-in letters": env.text("RATE_LOG_IN_LETTERS", "6/hour"),
        "log-in tries": env.text("RATE_LOG_IN_TRIES", "30/hour"),
        "invitations": env.text("RATE_INVITATIONS", "60/day"),
        "submissions": env.text("RATE_SUBMISSIONS", "240/hour"),
    },
    "NUM_PROXIES": 1 if env.flag("BEHIND_PROXY") else 0,
}

# ------------------------------------------------------------- languages, files

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("it", "Italiano"),
    ("ru", "Русский"),
    ("uk", "Українська"),
]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if not DEBUG
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = DATA / "files"

# ------------------------------------------------------------------------ matches

SNAPSHOT_EVERY = env.number("SNAPSHOT_EVERY", 25, lowest=1)  # entries
MOST_OPEN_MATCHES = env.number("MOST_OPEN_MATCHES", 50, lowest=1)  # of one organiser
