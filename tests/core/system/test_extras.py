"""Imports of what an extra installs."""

import pytest

from core.system.errors import UserError
from core.system.extras import import_extra


def test_what_is_not_installed_is_named_with_its_extra() -> None:
    with pytest.raises(UserError, match=r"nosuchthing is not .* 'fukumi\[train\]'"):
        import_extra("nosuchthing.part", "train")


def test_an_error_of_our_own_is_not_called_a_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_extra("training.nosuchthing", "train")
