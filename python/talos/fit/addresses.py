# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Why an operand is late: remainders that pick banks, strides that multiply."""

import math


def power_of_two(value):
    return value & (value - 1) == 0


def bits(values):
    """Bits that hold 0 .. values - 1."""
    return (values - 1).bit_length()


def signed_digits(value):
    """Digits of the signed-digit (non-adjacent) form."""
    return bin(value ^ (3 * value)).count("1")


def row_words(array, dim):
    return -(-array.extents[dim] // array.factors[dim])


def strides(array):
    """Words of a bank between neighbours in each dimension."""
    result, stride = [], 1
    for dim in reversed(range(len(array.extents))):
        result.insert(0, stride)
        stride *= row_words(array, dim)
    return result


def in_registers(array):
    """One word a bank."""
    return all(row_words(array, d) <= 1 for d in range(len(array.extents)))


class Lateness:
    """What an index of a reference costs, apart from the constants.

    `remainder` is bits(y) where a remainder is needed, else 0; `stride` the
    digits of the row stride where a row has to be found by it, else 0.
    """

    def __init__(self, remainder=0, stride=0):
        self.remainder = remainder
        self.stride = stride

    def cycles(self, constants):
        late = 0
        if self.remainder:
            late = self.remainder + constants["remainder"]
        if self.stride > constants["stride_digits"]:
            late = max(late, constants["stride_multiply"])
        return late


def lateness(reference, array, nest, levels):
    """Of one operand; `levels(loop)` says whether the loop moves inside."""
    result = Lateness()
    for dim, index in enumerate(reference.indices):
        values, unroll = 1, 0
        for label, coefficient in nest.linear(index).terms.items():
            loop = next(l for l in nest.loops if l.label == label)
            if loop.level == 2:
                continue
            if levels(loop):
                values *= loop.trips
                unroll = math.gcd(unroll, coefficient)
        if values <= 1:
            continue
        factor = array.factors[dim]
        banks = factor // math.gcd(factor, unroll)
        if (not power_of_two(banks) and values > banks and
                array.extents[dim] >= 2 * factor):
            result.remainder = max(result.remainder, bits(values))
        if values >= 3 and row_words(array, dim) >= 3:
            result.stride = max(result.stride,
                                signed_digits(strides(array)[dim]))
    return result
