//===- FullEnumerator.cpp - All choices of a block ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/FullEnumerator.h"

using namespace talos;
using namespace talos::nlp;

/// Random choices that tell whether there are too many, and how many more than
/// wanted they have to make likely.
static constexpr unsigned Probes = 32;
static constexpr double ProbeFactor = 4;
/// Values given between two questions whether to go on.
static constexpr int64_t StepsBetween = 16384;

Table FullEnumerator::run() {
  if (privates.constantsHold && !seemsTooLarge())
    descend(0);
  return rows.finish();
}

/// Whether there are by far more choices than wanted, as random ones tell.
bool FullEnumerator::seemsTooLarge() {
  if (request.most == INT64_MAX)
    return false;
  double wanted = double(request.most) * ProbeFactor, space = 1, sum = 0;
  for (unsigned p = 0; p < order.size(); ++p)
    space *= double(prefix.domain(p).size());
  if (space <= wanted)
    return false;
  // One fixed seed: the answer must not differ from run to run.
  // NOLINTNEXTLINE(bugprone-random-generator-seed)
  std::minstd_rand random(1);
  for (unsigned i = 0; i < Probes; ++i)
    sum += probe(random);
  rows.table.isTooLarge = sum / Probes > wanted;
  return rows.table.isTooLarge;
}

/// Gives all variables a random value of those that may be. What it meets on
/// the way, multiplied, is an unbiased estimate of how many choices there
/// are.
double FullEnumerator::probe(std::minstd_rand &random) {
  double choices = 1;
  for (unsigned p = 0; p < order.size() && choices > 0; ++p) {
    std::vector<uint32_t> values = privates.allowed(p);
    choices *= double(values.size());
    if (values.empty())
      break;
    prefix.set(p, values[random() % values.size()]);
    if (!privates.mayGoOn(p))
      choices = 0;
  }
  for (unsigned p = 0; p < order.size(); ++p)
    prefix.unset(p);
  return choices;
}

/// Gives variables from position p on values.
void FullEnumerator::descend(unsigned p) {
  if (p == order.size())
    return rows.add(prefix.point);
  for (uint32_t i : privates.allowed(p)) {
    if (++steps % StepsBetween == 0 && !request.keepGoing())
      rows.table.aborted = true;
    if (!rows.table.isComplete())
      break;
    prefix.set(p, i);
    if (privates.mayGoOn(p))
      descend(p + 1);
  }
  prefix.unset(p);
}
