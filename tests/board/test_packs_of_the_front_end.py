"""The packs that the front end's tests read are still what Python writes."""

import json
from typing import Any

import numpy as np
import pytest
from helpers import packs

from rankviz.board.wire import unpack

ANEW = "The pack's format has changed: PYTHONPATH=tests python -m helpers.packs"


def shape(value: Any) -> Any:
    """What a text's place holds, without the text: names, and the type of what stands under each."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


@pytest.mark.parametrize("name", packs.PACKS)
def test_the_checked_in_pack_is_what_python_writes(name: str) -> None:
    """The same names, types, shapes and numbers; wordings may change."""
    trace, data = packs.PACKS[name]()
    texts, arrays = unpack(data)
    stored_texts, stored = unpack((packs.FOLDER / f"{name}.rvz").read_bytes())
    assert shape(stored_texts) == shape(texts), ANEW
    assert list(stored) == list(arrays), ANEW
    for key, values in arrays.items():
        assert (stored[key].dtype, stored[key].shape) == (values.dtype, values.shape), f"{key}: {ANEW}"
        np.testing.assert_allclose(stored[key], values, rtol=1e-6, atol=1e-9, err_msg=f"{key}: {ANEW}")
    said = json.loads((packs.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert shape(said) == shape(packs.engine(trace)), ANEW
