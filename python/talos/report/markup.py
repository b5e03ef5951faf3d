# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements of HTML and SVG: trees that are written out with all text escaped."""

from __future__ import annotations

import json
import re
from typing import Any, Union
from xml.etree import ElementTree

Element = ElementTree.Element
Child = Union[Element, str, None]
# Characters that XML cannot hold: they would make a page unreadable.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def clean(text: str) -> str:
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def append(parent: Element, *children: Child) -> Element:
    """Adds elements and texts in order; None adds nothing."""
    for child in children:
        if child is None:
            continue
        if isinstance(child, Element):
            parent.append(child)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + clean(child)
        else:
            parent.text = (parent.text or "") + clean(child)
    return parent


def number(value: Union[int, float, str]) -> str:
    """Lengths with at most two decimals, so that pages compare byte by byte."""
    if isinstance(value, float):
        text = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return str(value)


def element(tag: str, *children: Child, **attributes) -> Element:
    """An element. `klass` is the attribute class; an underscore stands for "-",
    two of them for ":"."""
    made = Element(tag)
    for key, value in attributes.items():
        if value is None:
            continue
        key = "class" if key == "klass" else key.replace("_", "-")
        made.set(key, clean(number(value)))
    return append(made, *children)


def html_text(root: Element) -> str:
    """A page. Text inside of script and style is raw: callers see to it that it
    does not end the element."""
    return "<!DOCTYPE html>\n" + ElementTree.tostring(
        root, encoding="unicode", method="html") + "\n"


def xml_text(root: Element) -> str:
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def script_safe(code: str) -> str:
    """Code that cannot end its script: inside of strings, the only places where
    "<" stands before "/" or "!--", an escaped character is the same one."""
    return code.replace("</", "<\\/").replace("<!--", "<\\!--")


def data_text(value: Any) -> str:
    """A value as JSON for a script element, without any "<"."""
    return json.dumps(value, sort_keys=True).replace("<", "\\u003c")
