"""People and a service without workers, as in tests/service."""

from tests.service.conftest import (
    aki as aki,
)
from tests.service.conftest import (
    botan as botan,
)
from tests.service.conftest import (
    chie as chie,
)
from tests.service.conftest import (
    doi as doi,
)
from tests.service.conftest import (
    own_files_and_cache as own_files_and_cache,
)
from tests.service.conftest import (
    rings as rings,
)
from tests.service.conftest import (
    work as work,
)
