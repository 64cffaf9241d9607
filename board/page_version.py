"""The files of the page and their version, for its service worker and for pages that are open."""

import hashlib
import json
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from core.version import VERSION

WORKER = "service-worker.js"


class PageVersion:
    """The files of a page's folder as they are now; `digest` changes with each of them."""

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        found = hashlib.sha256(VERSION.encode())
        for path in files:
            found.update(path.read_bytes())
        self.digest = found.hexdigest()[:16]
        self._names = [path.relative_to(folder).as_posix() for path in files]

    def script(self, _request: Request) -> Response:
        """Return `version.js`, which the service worker and the page both load."""
        kept = ["./", "version.js", *(name for name in self._names if name != WORKER)]
        text = f"self.PAGE = {json.dumps({'version': self.digest, 'files': kept})};\n"
        return Response(text, media_type="text/javascript")
