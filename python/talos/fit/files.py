# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes fitted constants into the data files, and says where they differ."""

import copy
import json


def render(value, indent=0):
    """JSON with one line for each flat object that fits it."""
    flat = json.dumps(value)
    is_nested = isinstance(value, (dict, list)) and any(
        isinstance(v, (dict, list))
        for v in (value.values() if isinstance(value, dict) else value)
    )
    if not isinstance(value, (dict, list)) or (
        not is_nested and len(flat) + indent <= 100
    ):
        return flat
    pad = "\n" + " " * (indent + 2)
    end = "\n" + " " * indent
    if isinstance(value, dict):
        items = (
            json.dumps(k) + ": " + render(v, indent + 2)
            for k, v in value.items()
        )
        return "{" + pad + ("," + pad).join(items) + end + "}"
    items = (render(v, indent + 2) for v in value)
    return "[" + pad + ("," + pad).join(items) + end + "]"


def write(path, value):
    path.write_text(render(value) + "\n")


def read(path):
    return json.loads(path.read_text())


def with_table(stored, constant):
    """Steps and adapters are tables; entries that no row shows stay.

    An entry is known by its first member, words or bits.
    """
    fitted = {next(iter(entry.values())): entry for entry in constant.value}
    kept = [entry for entry in stored
            if next(iter(entry.values())) not in fitted]
    return sorted(kept + list(fitted.values()),
                  key=lambda entry: next(iter(entry.values())))


def with_constants(rules, constants, where):
    """A rules file's content with fitted constants in their places."""
    rules = copy.deepcopy(rules)
    for constant in constants:
        section = rules
        for key in constant.key[:-1]:
            section = section[key]
        last = constant.key[-1]
        if isinstance(constant.value, list):
            section[last] = with_table(section[last], constant)
            continue
        section[last]["value"] = constant.value
        section[last]["source"] = constant.source(where)
        section[last]["provenance"] = constant.provenance
    tables = [c for c in constants if isinstance(c.value, list)]
    if tables:
        rules["memories"]["source"] = "; ".join(
            c.source(where) for c in tables)
    return rules


def quantities(rules, path=(), member="value"):
    """(path, value) of everything in a rules file that could be fitted; of
    another member of these entries where one is given."""
    if isinstance(rules, list):
        if member == "value":
            yield path, rules
    elif isinstance(rules, dict) and "value" in rules:
        yield path, rules[member]
    elif isinstance(rules, dict):
        for key, value in rules.items():
            yield from quantities(value, path + (key,), member)


def differences(stored, fitted):
    """Texts of the values and provenances that are not the same."""
    for member in ("value", "provenance"):
        new = dict(quantities(fitted, member=member))
        for path, value in quantities(stored, member=member):
            if new.get(path) != value:
                yield (f"{'.'.join(path)}: stored {json.dumps(value)}, fitted "
                       f"{json.dumps(new.get(path))}")


def with_operators(library, entries):
    """A library's content with fitted figures; what an operator is stays."""
    library = copy.deepcopy(library)
    for name, entry in entries.items():
        if name in library["operators"]:
            stored = library["operators"][name]
            what = {key: stored[key] for key in ("kind", "operands", "impl")
                    if key in stored}
            library["operators"][name] = {**what, **entry}
    return library


def operator_differences(stored, fitted):
    for name, entry in stored["operators"].items():
        for figure in ("latency", "dsp", "lut", "ff", "provenance"):
            new = fitted["operators"][name][figure]
            if entry[figure] != new:
                yield f"{name}.{figure}: stored {entry[figure]}, fitted {new}"
