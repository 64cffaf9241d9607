"""Packages for Windows on Linux: mingw-w64 compiles the core, wine runs PyInstaller and the exe."""
