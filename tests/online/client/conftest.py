from collections.abc import Iterator

import pytest

from tests.online.playing import Served, served


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running
