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

static std::vector<SubscriptTerm> termsOf(const ReferenceShape &reference,
                                          unsigned dim) {
  if (!reference.terms.empty())
    return reference.terms[dim];
  if (reference.loops[dim] < 0)
    return {};
  return {{unsigned(reference.loops[dim])}};
}

/// None where the index stands still.
template <typename N>
std::optional<typename Addresses<N>::RunningIndex>
Addresses<N>::runningIndex(const ReferenceShape &reference, unsigned dim,
                           const N &factor,
                           const std::vector<N> &values) const {
  auto stepOf = [&](const SubscriptTerm &term) {
    const N &copies = choice.loops[term.loop].t2;
    return std::abs(term.coefficient) == 1
               ? copies
               : copies * std::abs(term.coefficient);
  };
  std::vector<RunningIndex> running; // of each loop
  for (const SubscriptTerm &term : termsOf(reference, dim))
    if (Numbers<N>::known(values[term.loop]) != 1)
      running.push_back({values[term.loop], stepOf(term)});
  if (running.size() < 2)
    return running.empty() ? std::nullopt : std::optional(running.front());
  RunningIndex all{number(1), factor};
  for (const RunningIndex &one : running) {
    all.values = all.values * one.values;
    all.step = gcd(all.step, select(le(one.values, 1), factor, one.step));
  }
  return all;
}

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
    if (std::optional<RunningIndex> index =
            runningIndex(ref, d, factors[d], values)) {
      result =
          larger(result, remainderDelay(factors[d], index->step, index->values,
                                        extent, rules, number));
      // A row number of two values picks one of two addresses instead.
      N multiplies = strideMultiplies(stride, limit, rules, number) *
                     le(3, words) * le(3, index->values);
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
