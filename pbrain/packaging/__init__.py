"""Makes the executable: PyInstaller spec, zip, and the acceptance check over the packaged thing."""
