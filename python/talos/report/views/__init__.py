# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The views of a report, in the order of a page."""

from __future__ import annotations

from typing import Callable

from ..model import Report
from ..parts import View
from ..svg import Picture
from . import arrays, gantt, graph, nests, overview, resources, roofline, source

# What can stand alone, by the name of the option --picture.
PICTURES: dict[str, Callable[[Report], Picture]] = {
    "timeline": gantt.picture, "nests": nests.picture, "graph": graph.picture,
    "resources": resources.picture}

# Each makes one section of one report; the text tells sections of several
# reports apart.
ALL: tuple[Callable[[Report, str], View], ...] = (
    overview.view, gantt.view, nests.view, graph.view, roofline.view,
    resources.view, arrays.view, source.view)
