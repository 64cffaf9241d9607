from typing import Any, final

@final
class LineIndex:
    def __init__(self) -> None: ...
    @property
    def count(self) -> int: ...
    def number(self, cells: Any, size: int, where: Any, distinct: Any) -> int: ...

@final
class FeatureKernel:
    def __init__(self) -> None: ...
    def forward(
        self,
        lines: Any,
        where: Any,
        weights: Any,
        bias: Any,
        size: int,
        near: Any,
        out: Any,
    ) -> None: ...
    def backward(
        self,
        where: Any,
        weights: Any,
        size: int,
        near: Any,
        out: Any,
        gradient: Any,
        lines_gradient: Any,
        weights_gradient: Any,
        bias_gradient: Any,
    ) -> None: ...
