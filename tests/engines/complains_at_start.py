"""An engine that ends with a traceback at START."""

from simple import Engine


class ComplainsAtStart(Engine):
    def start(self) -> None:
        raise RuntimeError("no net in this folder")


ComplainsAtStart().run()
