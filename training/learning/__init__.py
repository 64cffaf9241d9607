"""Learning: samples to weights, the teacher, distillation, net files."""
