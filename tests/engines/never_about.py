"""Does not know ABOUT and says nothing to it."""

from simple import Engine


class NeverAbout(Engine):
    def about(self) -> None:
        pass


NeverAbout().run()
