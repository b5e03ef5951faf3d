# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a linear rule is off on designs that it was not fitted to.

All designs of a kernel are left out together: the designs of one kernel are
alike, so that one of them says too much about another. A rule has the
constants that make this error least, and no more.
"""

import dataclasses
import itertools

from .linear import nonnegative


@dataclasses.dataclass
class Sample:
    """One resource of one design."""
    kernel: str
    measured: float
    known: float    # what operators and memories explain
    amounts: dict   # by constant: what it is multiplied with

    def error(self, values):
        """Relative: (estimated - measured) / measured."""
        estimated = self.known + sum(value * self.amounts[name]
                                     for name, value in values.items())
        return (estimated - self.measured) / self.measured


def fitted(samples, names):
    """The constants called `names` that make squares of relative errors
    least."""
    columns = {name: [s.amounts[name] / s.measured for s in samples]
               for name in names}
    targets = [(s.measured - s.known) / s.measured for s in samples]
    return nonnegative(columns, targets)[0]


def kernels_of(samples):
    return sorted({sample.kernel for sample in samples})


def left_out_errors(samples, choose, left_out):
    """Errors of the samples whose kernel is one of `left_out` under constants
    that are fitted to the others; `choose` names the constants for them."""
    others = [s for s in samples if s.kernel not in left_out]
    values = fitted(others, choose(others))
    return [s.error(values) for s in samples if s.kernel in left_out]


def one_kernel_out(samples, choose):
    """Every kernel left out in turn: the errors of all samples."""
    return [error for kernel in kernels_of(samples)
            for error in left_out_errors(samples, choose, {kernel})]


def half_out(samples, choose):
    """Every half of the kernels left out, the smaller half of an odd number:
    the mean absolute error of each way."""
    kernels = kernels_of(samples)
    return [mean(left_out_errors(samples, choose, set(out)))
            for out in itertools.combinations(kernels, len(kernels) // 2)]


def mean(errors):
    return sum(map(abs, errors)) / len(errors)


def fewest(samples, names):
    """The constants, of `names`, that leave the least error on kernels that are
    left out; of equal choices the one of fewest constants."""
    if len(kernels_of(samples)) < 2:
        return list(names)
    choices = [list(chosen) for size in range(1, len(names) + 1)
               for chosen in itertools.combinations(names, size)]

    def left(chosen):
        return round(mean(one_kernel_out(samples, lambda _: chosen)), 9)
    return min(choices, key=left)


@dataclasses.dataclass
class Validation:
    """What a choice of constants leaves, in percent."""
    names: list
    one_out: list     # errors, the constants chosen anew for each kernel
    half_out: list    # mean errors, the constants as chosen

    def text(self):
        worst = max(map(abs, self.one_out))
        return (f"designs of kernels left out of the fit: {mean(self.one_out):.1f}"
                f" % mean, {worst:.1f} % worst one kernel at a time; "
                f"{mean(self.half_out):.1f} % mean with half of the kernels left "
                "out")


def validate(samples, names):
    """The constants to use, and how good they are on other kernels."""
    chosen = fewest(samples, names)

    def anew(others):
        return fewest(others, names)
    percent = [[100 * e for e in errors] for errors in (
        one_kernel_out(samples, anew), half_out(samples, lambda _: chosen))]
    return Validation(chosen, *percent)
