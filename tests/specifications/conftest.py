"""The five documents lie beside the working copy, or the tests that read them are deselected."""

import pytest

from tests.specifications.documents import is_here


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if is_here():
        return
    reading = [item for item in items if item.get_closest_marker("documents")]
    items[:] = [item for item in items if item not in reading]
    config.hook.pytest_deselected(items=reading)
