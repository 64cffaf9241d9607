"""The window: the newest samples, drawn by weight, under random symmetries."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.samples import run_folder, shard, store
from training.learning import sample_window
from training.learning.sample_window import (
    LEAST,
    MOST,
    Buffer,
    SampleBatch,
    SampleWindow,
    symmetries,
    window_size,
)
from training.run_folder import RunFolder
from training.selfplay.samples import PADDING, Shard
from training.training_error import TrainingError


def open_window(folder: RunFolder, said: list[str] | None = None) -> SampleWindow:
    return SampleWindow(folder, np.random.default_rng(0), (said if said is not None else []).append)


def numbered(serial: int) -> Shard:
    """Return a shard of 40 samples whose value tells this number."""
    return shard(40, 5, value=np.full(40, serial / 16, np.float16))


def numbers(batch: SampleBatch) -> set[int]:
    """Return the numbers of the shards that the samples are from."""
    return {round(16 * value) for value in batch.value.tolist()}


def test_the_window_grows_by_a_power_law_between_its_bounds() -> None:
    sizes = [window_size(ever) for ever in (0, LEAST, 2 * LEAST, 10**7, 10**9)]
    assert sizes[0] == sizes[1] == LEAST
    assert sizes[-1] == MOST
    assert sizes == sorted(sizes)
    assert window_size(4 * 10**6) == pytest.approx(1_974_800, rel=0.01)
    assert all(
        window_size(ever + 1000) - window_size(ever) <= 500 for ever in range(0, 10**7, 9999)
    )


@given(st.integers(5, 22))
def test_symmetries_are_eight_different_ones_and_undo_each_other(size: int) -> None:
    sources, targets = symmetries(size)
    cells = np.arange(size * size)
    assert len({row.tobytes() for row in sources}) == 8
    for source, target in zip(sources, targets, strict=True):
        assert np.array_equal(cells[source][target[:-1]], cells)
        assert target[-1] == PADDING


@given(st.integers(5, 22), st.integers(0, 21), st.integers(0, 21))
def test_a_symmetry_keeps_neighbours_and_the_distance_to_the_edge(
    size: int, x: int, y: int
) -> None:
    x, y = x % (size - 1), y % size
    _, targets = symmetries(size)
    for target in targets:
        at, neighbour = (divmod(int(target[y * size + column]), size) for column in (x, x + 1))
        assert abs(at[0] - neighbour[0]) + abs(at[1] - neighbour[1]) == 1
        inwards = [min(part, size - 1 - part) for part in at]
        assert sorted(inwards) == sorted([min(x, size - 1 - x), min(y, size - 1 - y)])


def test_cells_and_moves_of_a_sample_turn_together() -> None:
    """Each sample's target is the one cell with an own stone, and must stay so."""
    count, size = 200, 9
    own = np.random.default_rng(1).integers(size * size, size=count)
    cells = np.zeros((count, size * size), np.uint8)
    cells[np.arange(count), own] = 1
    moves = np.full((count, 16), PADDING, np.uint16)
    moves[:, 0] = own
    shares = np.zeros((count, 16), np.float16)
    shares[:, 0] = 1
    buffer = Buffer(size)
    buffer.put(shard(count, size, cells=cells, moves=moves, shares=shares))
    batch = buffer.draw(500, np.random.default_rng(2))
    assert np.all(batch.cells[np.arange(500), batch.moves[:, 0]] == 1)
    assert np.all(batch.moves[:, 1:] == PADDING)
    assert np.all(batch.cells.sum(axis=1) == 1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30)), max_size=40))
def test_a_buffer_holds_what_was_put_and_not_taken(steps: list[tuple[bool, int]]) -> None:
    buffer, number = Buffer(5), 0
    held: list[int] = []
    for put, count in steps:
        if put:
            values = range(number, number + count)
            buffer.put(shard(count, value=np.array(values, np.float16)))
            held += values
            number += count
        else:
            count = min(count, len(held))
            buffer.take(count)
            held = held[count:]
        assert buffer.count == len(held)
        if held:
            drawn = set(buffer.draw(50, np.random.default_rng(0)).value.tolist())
            assert drawn <= set(held)


def test_samples_are_drawn_by_their_weights() -> None:
    buffer = Buffer(5)
    weights = np.array([0, 1, 3], np.float16)
    buffer.put(shard(3, outcome=np.array([-1, 0, 1], np.int8), weight=weights))
    drawn = buffer.draw(4000, np.random.default_rng(0)).outcome.tolist()
    assert drawn.count(-1) == 0
    assert drawn.count(1) == pytest.approx(3000, rel=0.1)


def test_sizes_are_drawn_by_the_weights_of_their_samples(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    store(folder, [shard(30, 5), shard(10, 7), shard(50, 9, weight=np.zeros(50, np.float16))])
    opened = open_window(folder)
    opened.refresh()
    sizes = [opened.draw(2).size for _ in range(400)]
    assert set(sizes) == {5, 7}
    assert sizes.count(5) == pytest.approx(300, rel=0.15)


def test_new_shards_come_in_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_window, "LEAST", 100)
    monkeypatch.setattr(sample_window, "MOST", 100)
    folder = run_folder(tmp_path)
    opened = open_window(folder)
    with pytest.raises(TrainingError, match="no shard has samples"):
        opened.draw(1)
    for serial in range(6):
        store(folder, [numbered(serial)])
        opened.refresh()
        assert numbers(opened.draw(500)) == set(range(max(serial - 2, 0), serial + 1))
    afresh = open_window(folder)
    afresh.refresh()
    assert numbers(afresh.draw(500)) == {3, 4, 5}


def test_validation_samples_are_never_learnt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_window, "VALIDATION_EVERY", 3)
    monkeypatch.setattr(sample_window, "MOST_VALIDATION", 80)
    folder = run_folder(tmp_path)
    opened = open_window(folder)
    assert opened.validation(2, 10) == []
    store(folder, [numbered(serial) for serial in range(9)])
    opened.refresh()
    assert numbers(opened.draw(500)) == {0, 1, 3, 4, 6, 7}
    batches = opened.validation(3, 100)
    assert set().union(*map(numbers, batches)) == {5, 8}
    for batch, again in zip(batches, opened.validation(3, 100), strict=True):
        assert (batch.cells == again.cells).all()


def test_a_shard_that_cannot_be_read_is_reported_once(tmp_path: Path) -> None:
    folder, said = run_folder(tmp_path), list[str]()
    whole, torn = store(folder, [numbered(0), numbered(1)])
    path = folder.shard(torn)
    path.write_bytes(path.read_bytes()[:200])
    opened = open_window(folder, said)
    opened.refresh()
    opened.refresh()
    assert numbers(opened.draw(500)) == {0}
    assert len(said) == 1
    assert torn.file in said[0]
    assert whole.file not in said[0]
