"""The learning rate of a training, also after a kill."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from training.learning.losses import add_gradients
from training.learning.trainer import LEAST_RATE, WARM_UP, Trainer

RATE = 0.1


def losses(trainer: Trainer[nn.Linear]) -> Tensor:
    out = trainer.model(torch.ones(1, 2))
    return torch.stack([out.square().sum(), out.abs().sum(), torch.zeros(())])


def trained(steps: int, fall: tuple[int, int] | None = None) -> Trainer[nn.Linear]:
    trainer = Trainer(nn.Linear(2, 1), RATE)
    if fall:
        trainer.lower_rate(*fall)
    for _ in range(steps):
        trainer.step(lambda: add_gradients(losses(trainer)))
    return trainer


def test_the_rate_rises_and_then_stays() -> None:
    assert trained(0).rate == pytest.approx(RATE / WARM_UP)
    assert trained(WARM_UP).rate == RATE


def test_a_rate_that_falls_is_halved_half_way_and_stays_at_a_hundredth() -> None:
    first, steps = WARM_UP, 4 * WARM_UP
    assert trained(first, (first, steps)).rate == RATE
    middle = first + steps // 2
    assert trained(middle, (first, steps)).rate == pytest.approx(RATE * (1 + LEAST_RATE) / 2)
    assert trained(first + steps + 5, (first, steps)).rate == pytest.approx(RATE * LEAST_RATE)


def test_the_rate_goes_on_after_a_kill(tmp_path: Path) -> None:
    trainer, again = trained(450, (200, 500)), trained(0, (200, 500))
    trainer.save(tmp_path / "checkpoint")
    again.resume(tmp_path / "checkpoint")
    assert again.rate == trainer.rate < RATE
