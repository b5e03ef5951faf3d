//===- FullEnumerator.cpp - All choices of a block ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include "NLP/BlockEnumeration/TableBuilder.h"
#include <random>

using namespace talos;
using namespace talos::nlp;

/// Random choices that tell whether there are too many, and how many more than
/// wanted they have to make likely.
static constexpr unsigned Probes = 32;
static constexpr double ProbeFactor = 4;
/// Values given between two questions whether to go on.
static constexpr int64_t StepsBetween = 16384;

namespace {
/// Enumerates all choices of a block depth first, one variable after the other.
class FullEnumerator {
public:
  /// `problem` must outlive this.
  explicit FullEnumerator(const EnumerationProblem &problem)
      : request(problem.request), prefix(problem.model, problem.order),
        order(problem.order),
        privates(problem.model, problem.ranges, prefix, problem.constraints,
                 /*defers=*/true),
        rows(problem, privates.deferred()) {}

  /// To be called once.
  Table run() {
    if (privates.constantsHold && !seemsTooLarge())
      descend(0);
    return rows.finish();
  }

private:
  /// Whether there are by far more choices than wanted, as random ones tell.
  bool seemsTooLarge() {
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
  double probe(std::minstd_rand &random) {
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
    if (choices > 0 && !rows.isFeasible(prefix.point))
      choices = 0;
    for (unsigned p = 0; p < order.size(); ++p)
      prefix.unset(p);
    return choices;
  }

  /// Gives variables from position p on values.
  void descend(unsigned p) {
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

  const EnumerationRequest &request;
  PartialAssignment prefix;
  ArrayRef<VarId> order;
  PrivateConstraints privates;
  TableBuilder rows;
  int64_t steps = 0;
};
} // namespace

Table nlp::enumerateAll(const EnumerationProblem &problem) {
  return FullEnumerator(problem).run();
}
