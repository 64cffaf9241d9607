"""Packaging for Windows on Linux, with mingw-w64 for the core and wine for PyInstaller."""
