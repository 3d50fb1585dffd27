"""Hikyaku's settings: one file, all from the environment. docs/operating.md tells."""

from __future__ import annotations

from datetime import timedelta

from engine.languages import LANGUAGE_NAMES
from sse.inbox import environment as inbox
from sse.platform import environment as env
from sse.platform.logs import LOGGING as LOGGING

BASE_DIR = env.ROOT
DATA = env.data_folder()
DEBUG = env.flag("HIKYAKU_DEBUG")
SECRET_KEY = env.secret_key(DATA)
SITE = env.site()
SITE_NAME = env.text("HIKYAKU_NAME", "Hikyaku")
ALLOWED_HOSTS = env.hosts(SITE)
CSRF_TRUSTED_ORIGINS = [SITE]

INSTALLED_APPS = [
    "sse.operations.operator_app.OperatorConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "sse.api.static_files.StaticFiles",
    "corsheaders",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "sse.platform",
    "sse.accounts",
    "sse.matches",
    "sse.hooks",
    "sse.outbox",
    "sse.archive",
    "sse.inbox",
    "sse.web",
    "sse.api",
    "sse.operations",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "sse.web.middleware.RequestLog",
    "sse.api.cors.PublicData",
    "sse.web.middleware.OnlyOurs",
    "sse.web.middleware.SameForAll",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "sse.web.middleware.ReadersOwn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "sse.web.middleware.PlainRequests",
    "sse.web.middleware.TooManyPage",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "sse.urls"
WSGI_APPLICATION = "sse.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [env.RESOURCES / "templates"],
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
        "BACKEND": "sse.platform.redis_cache.OptionalCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "hikyaku",
        "TIMEOUT": 7 * 24 * 3600,
    }
}
SESSION_ENGINE = "sse.accounts.sessions"  # in the database: Redis may be flushed

# -------------------------------------------------------------------- background

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 1,
    "socket_timeout": 1,
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
CELERY_DB_REUSE_MAX = 1_000_000  # tasks; Celery would connect anew for each
CELERY_TASK_ROUTES = {  # what thinks, writes or prints delays nobody
    "sse.matches.tasks.play_bots": {"queue": "bots"},
    "sse.outbox.tasks.send_letters": {"queue": "letters"},
    "sse.archive.tasks.make_report": {"queue": "booklets"},
    "sse.hooks.tasks.send_deliveries": {"queue": "booklets"},  # others may be slow
}
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 5, lowest=1)
CELERY_BEAT_SCHEDULE = {
    "rows left behind": {
        "task": "sse.matches.tasks.sweep",
        "schedule": float(SWEEP_SECONDS),
    },
    "clocks": {"task": "sse.matches.tasks.ring_clocks", "schedule": 10.0},
    "letters": {"task": "sse.outbox.tasks.send_letters", "schedule": 10.0},
    "mails": {"task": "sse.inbox.tasks.process_mails", "schedule": 10.0},
    "booklets": {"task": "sse.archive.tasks.sweep_reports", "schedule": 15.0},
    "archive": {"task": "sse.archive.tasks.keep_archive", "schedule": 30.0},
    "open data": {"task": "sse.archive.tasks.keep_open_data", "schedule": 600.0},
    "hooks": {"task": "sse.hooks.tasks.send_deliveries", "schedule": 15.0},
    "retention": {"task": "sse.operations.tasks.purge_old", "schedule": 3600.0},
}
for _task in CELERY_BEAT_SCHEDULE.values():  # where nobody works, nothing piles up
    _task["options"] = {"expires": max(60.0, float(str(_task["schedule"])))}

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
LOGIN_FRESH_MINUTES = env.number("LOGIN_FRESH_MINUTES", 15, lowest=1)
SESSION_DAYS = env.number("SESSION_DAYS", 90, lowest=1)
SESSION_COOKIE_AGE = SESSION_DAYS * 24 * 3600
SESSION_MOST = timedelta(  # from the log-in on, however often it is used
    days=max(SESSION_DAYS, env.number("SESSION_MOST_DAYS", 365, lowest=1))
)
SECURE_COOKIES = SITE.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_COOKIES
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("BEHIND_PROXY") else None
)
SECURE_HSTS_SECONDS = 31_536_000 if SECURE_COOKIES else 0
SECURE_SSL_REDIRECT = SECURE_COOKIES
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked from this machine
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "sse.api.handlers.csrf_failure"
CORS_URLS_REGEX = r"^/api/"  # public data alone: sse/api/cors.py
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = [
    *("ETag", "Retry-After"),
    *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
]
CORS_PREFLIGHT_MAX_AGE = 24 * 3600
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "sse.api.schema.Described",
    "DEFAULT_THROTTLE_RATES": {
        "log-in letters": env.rate("RATE_LOG_IN_LETTERS", "6/hour"),
        "log-in letters of a client": env.rate("RATE_LOG_IN_LETTERS_CLIENT", "60/hour"),
        "log-in tries": env.rate("RATE_LOG_IN_TRIES", "30/hour"),
        "log-in tries of a client": env.rate("RATE_LOG_IN_TRIES_CLIENT", "180/hour"),
        "test letters": env.rate("RATE_TEST_LETTERS", "6/hour"),
        "invitations": env.rate("RATE_INVITATIONS", "60/day"),
        "submissions": env.rate("RATE_SUBMISSIONS", "240/hour"),
        "reports": env.rate("RATE_REPORTS", "30/hour"),
        "pictures": env.rate("RATE_PICTURES", "120/minute"),
        "files": env.rate("RATE_FILES", "60/minute"),
        "imports": env.rate("RATE_IMPORTS", "30/hour"),
        "checks": env.rate("RATE_CHECKS", "120/minute"),  # of orders, while one types
        "remarks": env.rate("RATE_REMARKS", "60/hour"),
        "variations": env.rate("RATE_VARIATIONS", "60/hour"),
        "hook tests": env.rate("RATE_HOOK_TESTS", "30/hour"),
        "api tokens": env.rate("RATE_API_TOKENS", "600/minute"),
        "api addresses": env.rate("RATE_API_ADDRESSES", "120/minute"),
    },
    "NUM_PROXIES": 1 if env.flag("BEHIND_PROXY") else 0,
}

SPECTACULAR_SETTINGS = {
    "TITLE": SITE_NAME,
    "DESCRIPTION": "Samurai board games by email, for bots; see docs/api.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_PUBLIC": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["sse.api.schema.with_shapes"],
    "SORT_OPERATIONS": False,
    "ENFORCE_NON_BLANK_FIELDS": True,
    "SWAGGER_UI_DIST": "SIDECAR",  # files of ours: nothing comes from elsewhere
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"validatorUrl": None, "docExpansion": "none"},
}

HOOKS_PRIVATE = env.flag("HOOKS_PRIVATE")  # they may go inside, and by http
HOOKS_PORTS = env.ports("HOOKS_PORTS", "443 4443 8443 9443")

# ----------------------------------------------------------------------- letters

MAIL_DOOR = env.mail_door(DATA)
EMAIL_BACKEND = MAIL_DOOR.backend
EMAIL_FILE_PATH = MAIL_DOOR.folder
EMAIL_HOST, EMAIL_PORT = MAIL_DOOR.host, MAIL_DOOR.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL_DOOR.user, MAIL_DOOR.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL_DOOR.starttls, MAIL_DOOR.ssl
EMAIL_TIMEOUT = 30  # seconds
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", env.mail_from(SITE_NAME, SITE))
MAIL_RATE_ALL = env.rate("MAIL_RATE_ALL", "1000/minute")  # letters that leave
MAIL_RATE_DOMAIN = env.rate("MAIL_RATE_DOMAIN", "100/minute")  # to one domain
LETTER_BOX = env.flag("HIKYAKU_LETTER_BOX")  # a page with all letters, for newcomers
OPERATOR_SECOND_FACTOR = env.flag("OPERATOR_SECOND_FACTOR", default=not LETTER_BOX)
OTP_TOTP_ISSUER = SITE_NAME

# ------------------------------------------------------------------- mail coming in

MAIL_MAILBOX, MAIL_DOMAIN = inbox.own_mailbox(DEFAULT_FROM_EMAIL)
MAIL_SHARED = env.flag("MAIL_SHARED")  # one mailbox is ours: answers go to it+TOKEN
MAIL_KEYS = inbox.mail_keys(SECRET_KEY)
MAIL_TRUST = inbox.trust_mode()
MAIL_AUTHSERV_ID = env.text("MAIL_AUTHSERV_ID")  # of the mail server in front of us
MAIL_RELAYS = env.words("MAIL_RELAYS", "")  # names in Received lines that are ours
MAIL_DKIM = env.flag("MAIL_DKIM")  # no mail server in front: we check signatures
MAIL_MOST_BYTES = env.number("MAIL_MOST_BYTES", 2 * 2**20, lowest=64 * 1024)
MAIL_RATE_SEAT = env.rate("MAIL_RATE_SEAT", "30/hour")
MAIL_RATE_SENDER = env.rate("MAIL_RATE_SENDER", "60/hour")
MAIL_MOST_ANSWERS = env.number("MAIL_MOST_ANSWERS", 300, lowest=1)  # in ten minutes
MAIL_DAYS = env.number("MAIL_DAYS", 90, lowest=1)  # that the bytes are kept
SMTP_LISTEN = inbox.parse_place(env.text("HIKYAKU_SMTP", "127.0.0.1:8025"))
MAIL_DOOR_GUESTS = env.number("MAIL_DOOR_GUESTS", 200, lowest=1)  # connections in all
MAIL_DOOR_CLIENT = env.number("MAIL_DOOR_CLIENT", 20, lowest=1)  # and of one client
MAIL_DOOR_SECONDS = env.number("MAIL_DOOR_SECONDS", 300, lowest=1)  # for one mail
MAIL_DOOR_RELAYS = (
    inbox.trusted_relays()
)  # mail servers of ours: not counted as clients
SMTP_CERTIFICATE = env.text("SMTP_CERTIFICATE")  # files, for STARTTLS
SMTP_KEY = env.text("SMTP_KEY")
IMAP = inbox.imap_mailbox()
MAIL_HOOKS, ANYMAIL = inbox.provider_hooks()
ANYMAIL_IGNORE_UNSUPPORTED_FEATURES = True  # some know no envelope sender of ours

# ------------------------------------------------------------- languages, files

LANGUAGE_CODE = "en"
LANGUAGES = list(LANGUAGE_NAMES.items())
LOCALE_PATHS = [BASE_DIR / "sse" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
# Pressed small they take a while to collect, and are faster on their way.
_PRESSED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
_NAMED = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
_FILES = _PRESSED if env.flag("PRESS_FILES", default=True) else _NAMED
if DEBUG:
    _FILES = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _FILES},
}
MEDIA_ROOT = DATA / "files"
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# ---------------------------------------------------------------------- watching

METRICS_TOKEN = env.token("METRICS_TOKEN")
METRICS_FOLDER = env.metrics_folder(DATA)

# ---------------------------------------------------------------------- retention

TICKET_DAYS = env.number("TICKET_DAYS", 1)  # after a log-in link has run out
UNCONFIRMED_DAYS = env.number("UNCONFIRMED_DAYS", 30, lowest=1)  # addresses
LETTER_DAYS = env.number("LETTER_DAYS", 180, lowest=30)  # where they went, what about
BOUNCE_DAYS = env.number("BOUNCE_DAYS", 180, lowest=31)  # which are counted for a month
INVITATION_DAYS = env.number("INVITATION_DAYS", 90, lowest=1)
OPERATOR_LOG_DAYS = env.number("OPERATOR_LOG_DAYS", 365, lowest=1)

# ------------------------------------------------------------------------ matches

SNAPSHOT_EVERY = env.number("SNAPSHOT_EVERY", 25, lowest=1)  # entries
OPEN_DATA_DAYS = env.number("OPEN_DATA_DAYS", 7, lowest=1)  # between two files
REPORT_DAYS = env.number("REPORT_DAYS", 90, lowest=1)  # unasked-for booklets are kept
MOST_OPEN_MATCHES = env.number("MOST_OPEN_MATCHES", 50, lowest=1)  # of one organiser
