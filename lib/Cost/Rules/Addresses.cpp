//===- Addresses.cpp - When the operands of a statement are ready ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Rules/Addresses.h"
#include "talos/Cost/Rules.h"

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::rules;

/// The latest of the dimensions' remainders and of the multiplications that row
/// strides need. `values`: run-time values of each loop's index.
template <typename N>
N Addresses<N>::delay(unsigned reference, const std::vector<N> &values) const {
  const ReferenceShape &ref = shape.references[reference];
  const std::vector<N> &factors = choice.references[reference].factors;
  const std::vector<N> &tile = choice.references[reference].extents;
  N result = number(0), stride = number(1);
  int64_t limit = 1; // of the stride
  for (unsigned d = ref.extents.size(); d-- > 0;) {
    N extent = tile.empty() ? number(ref.extents[d]) : tile[d];
    N words = ceilDiv(extent, factors[d]);
    int loop = ref.loops[d];
    if (loop >= 0 && Numbers<N>::known(values[loop]) != 1) {
      N y = values[loop];
      result = larger(result, remainderDelay(factors[d], choice.loops[loop].t2,
                                             y, extent, rules, number));
      // A row number of two values picks one of two addresses instead.
      N multiplies = strideMultiplies(stride, limit, rules, number) *
                     le(3, words) * le(3, y);
      result = larger(result, multiplies * rules.strideMultiply);
    }
    stride = stride * words;
    limit = saturatingProduct(limit, ref.extents[d]);
  }
  return result;
}

template <typename N>
std::vector<N> Addresses<N>::delays(const std::vector<N> &values) const {
  std::vector<N> result;
  for (unsigned i = 0; i < shape.references.size(); ++i)
    result.push_back(delay(i, values));
  return result;
}

template <typename N> std::vector<N> Addresses<N>::inside() const {
  std::vector<N> values;
  for (const LoopChoice<N> &loop : choice.loops) {
    N still = carried * (1 - loop.pipelined);
    values.push_back(select(still, number(1), loop.t0 * loop.t1));
  }
  return delays(values);
}

template <typename N> std::vector<N> Addresses<N>::outside() const {
  std::vector<N> values;
  for (const LoopChoice<N> &loop : choice.loops)
    values.push_back(select(loop.pipelined, number(1), loop.t0));
  return delays(values);
}

template <typename N>
N Addresses<N>::greatest(const std::vector<N> &delays) const {
  N result = number(0);
  for (const N &delay : delays)
    result = larger(result, delay);
  return result;
}

template class talos::cost::Addresses<Int>;
template class talos::cost::Addresses<talos::nlp::Expr>;
