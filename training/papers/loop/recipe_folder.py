"""The folder of a recipe, which keeps the recipe's name in `recipe.txt`."""

from pathlib import Path

from core.system.files import write_whole
from training.run_folder import make_folder
from training.training_error import TrainingError


def claim_folder(folder: Path, recipe: str) -> None:
    """Create the folder of a recipe when missing, or check that it is not another recipe's.

    Raises:
        TrainingError: it is, or it cannot be used.
    """
    make_folder(folder)
    path = folder / "recipe.txt"
    if not path.exists():
        write_whole(path, f"{recipe}\n".encode())
        return
    found = path.read_text(errors="replace").strip()
    if found != recipe:
        raise TrainingError(
            f"{folder} is the folder of another recipe, `fukumi papers {found}`: "
            "choose another --out"
        )
