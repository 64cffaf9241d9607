"""An engine that does not answer ABOUT."""

from simple import Engine


class NeverAbout(Engine):
    def about(self) -> None:
        pass


NeverAbout().run()
