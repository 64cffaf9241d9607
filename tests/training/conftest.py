"""Torch limited to one core, as in training: tests run side by side."""

import torch

torch.set_num_threads(1)
