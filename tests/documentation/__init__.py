"""Tests of README.md and docs/, and the scripts that make their pictures and sample outputs."""
