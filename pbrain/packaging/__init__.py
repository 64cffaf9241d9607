"""Builds of the executable: PyInstaller spec, licences, and the zip for Gomocup."""
