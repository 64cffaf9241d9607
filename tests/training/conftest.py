"""Torch takes one core here, as it does when it learns: tests run side by side."""

import torch

torch.set_num_threads(1)
