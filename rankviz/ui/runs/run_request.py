"""The request of a page: a run and the pictures it draws of it, made once from the choices and passed down."""

from dataclasses import dataclass, field

from rankviz.engine.runs.spec import RunSpec
from rankviz.ui.state import catalog


@dataclass(frozen=True)
class RunRequest:
    """Every choice that changes the numbers or the bytes of a run; runs are cached, shared and queued under it.

    `source` is the data of the spec, as they are loaded. `pictures` names what the page draws besides what every run
    has (`rankviz.board.panels`).
    """

    spec: RunSpec
    source: catalog.Data = field(compare=False)
    pictures: tuple[str, ...] = ()

    @property
    def shareable(self) -> bool:
        """True when other visitors may see the data."""
        return catalog.shareable(self.source)

    @property
    def contenders(self) -> tuple[str, ...]:
        """The runs by name, a branch by its algorithm."""
        spec = self.spec
        return (*spec.algorithms, spec.fork.algorithm) if spec.fork else spec.algorithms
