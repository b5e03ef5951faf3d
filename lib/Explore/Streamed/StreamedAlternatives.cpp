//===- StreamedAlternatives.cpp - Programs of a network ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedAlternatives.h"
#include "Explore/Streamed/StreamedAgain.h"
#include "Explore/Streamed/StreamedSlrs.h"
#include <map>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class ChoicePortfolio : public Portfolio {
public:
  ChoicePortfolio(const Space &space, std::vector<BoundedPins> programs,
                  size_t together)
      : space(space), programs(std::move(programs)), together(together) {}

  FailureOr<std::unique_ptr<Problem>> first() const override {
    return lower(0, std::nullopt);
  }
  Subproblem firstSubproblem() const override { return subproblem(0); }
  bool explainsFirst() const override { return programs.size() == 1; }
  bool isList() const override { return true; }
  std::vector<Subproblem> nextGroup(const nlp::Solution &) override {
    std::vector<Subproblem> group;
    size_t end = next < together ? together : programs.size();
    for (; next < end; ++next)
      group.push_back(subproblem(next));
    return group;
  }

private:
  Subproblem subproblem(size_t number) const {
    return {[this, number](std::optional<int64_t> within) {
              return lower(number, within);
            },
            programs[number].bound, unsigned(number),
            /*simplest=*/{}, programs[number].isSmall};
  }

  FailureOr<std::unique_ptr<Problem>>
  lower(size_t number, std::optional<int64_t> within) const {
    std::vector<nlp::Pin> pins(space.getPins());
    llvm::append_range(pins, programs[number].pins);
    return space.lowerWithin(pins, within);
  }

  const Space &space;
  std::vector<BoundedPins> programs;
  size_t together, next = 1;
};

} // namespace

std::unique_ptr<Portfolio>
explore::choicePortfolio(const Space &space, std::vector<BoundedPins> programs,
                         size_t together) {
  return std::make_unique<ChoicePortfolio>(space, std::move(programs),
                                           together);
}

/// With more choices of orders, they are variables of one program; with more of
/// extents, all are filled up or none is.
static constexpr size_t mostPrograms = 64, mostFilled = 16;

/// Each alternative with each of these pins.
static Alternatives combined(const Alternatives &alternatives,
                             const std::vector<nlp::Pin> &choices) {
  Alternatives all;
  for (const nlp::Pin &choice : choices)
    for (std::vector<nlp::Pin> pins : alternatives) {
      pins.push_back(choice);
      all.push_back(std::move(pins));
    }
  return all;
}

static nlp::Pin pinTo(const std::string &name, int64_t value) {
  return {name, nlp::Pin::Equal, std::to_string(value)};
}

bool explore::isPinned(ArrayRef<nlp::Pin> pins, const std::string &name) {
  return llvm::any_of(pins,
                      [&](const nlp::Pin &pin) { return pin.name == name; });
}

namespace {
class Chooser {
public:
  Chooser(const StreamedProgram &program, ArrayRef<nlp::Pin> pins,
          bool areAlike)
      : program(program), pins(pins), areAlike(areAlike) {}
  Alternatives allOrders() const;
  Alternatives withAgain(const Alternatives &others) const;
  Alternatives withExtents(const Alternatives &others) const;
  Alternatives withSlrs(const Alternatives &others) const;
  Alternatives withAdders(const Alternatives &others) const;

private:
  bool isOpen(const std::string &name) const { return !isPinned(pins, name); }
  /// It has the choices of the first worker.
  bool followsWorker(const StreamedNestInfo &nest) const {
    return nest.firstWorker && &program.nests[*nest.firstWorker] != &nest;
  }

  const StreamedProgram &program;
  ArrayRef<nlp::Pin> pins;
  bool areAlike;
};
} // namespace

/// The dimension of an array that the outermost tiles of these move.
static size_t outermostDim(const StreamedAccess &access,
                           llvm::ArrayRef<unsigned> order) {
  for (unsigned loop : order)
    if (access.has(loop))
      return llvm::find(access.dims, loop) - access.dims.begin();
  return access.dims.size();
}

/// Edges between nests on which tiles come along another dimension than that
/// along which they are used: much of the array comes before any can be used.
static size_t turnedEdges(const StreamedProgram &program,
                          const std::vector<nlp::Pin> &orders) {
  auto orderOf = [&](const StreamedNestInfo &nest) {
    size_t number = 0;
    const StreamedNestInfo &chosen =
        nest.firstWorker ? program.nests[*nest.firstWorker] : nest;
    for (const nlp::Pin &pin : orders)
      if (pin.name == chosen.name + ".order")
        number = std::stoul(pin.value);
    return nest.orders.empty() ? llvm::ArrayRef<unsigned>()
                               : llvm::ArrayRef(nest.orders[number]);
  };
  size_t turned = 0;
  for (auto [number, nest] : llvm::enumerate(program.nests))
    for (const StreamedAccess &access : program.incoming(number)) {
      if (access.producer < 0)
        continue;
      const StreamedNestInfo &made = program.nests[access.producer];
      turned += outermostDim(access, orderOf(nest)) !=
                outermostDim(made.result, orderOf(made));
    }
  return turned;
}

/// Those with most streams between tiles first; empty: too many.
Alternatives Chooser::allOrders() const {
  Alternatives orders(1);
  for (const StreamedNestInfo &nest : program.nests) {
    std::string name = nest.name + ".order";
    if (!isOpen(name) || nest.orders.size() == 1 || followsWorker(nest))
      continue;
    std::vector<nlp::Pin> choices;
    for (size_t order = 0; order < nest.orders.size(); ++order)
      choices.push_back(pinTo(name, order));
    orders = combined(orders, choices);
    if (orders.size() > mostPrograms)
      return {};
  }
  std::map<size_t, Alternatives> byTurns;
  for (std::vector<nlp::Pin> &pins : orders)
    byTurns[turnedEdges(program, pins)].push_back(std::move(pins));
  orders.clear();
  for (auto &[turns, alike] : byTurns)
    llvm::append_range(orders, alike);
  return orders;
}

/// Of each alternative, whose orders are known, that with arrays which come
/// again in outermost loops that do not move them, then with fewer; as they
/// are, if these are too many.
Alternatives Chooser::withAgain(const Alternatives &others) const {
  Alternatives all;
  for (const std::vector<nlp::Pin> &orders : others) {
    Alternatives own = {orders};
    for (const StreamedNestInfo &nest : program.nests)
      for (const StreamedAccess &operand : nest.operands) {
        const StreamedArrayInfo &array = program.arrays[operand.array];
        if (array.again.size() == 1 || !isOpen(againName(array)))
          continue;
        std::vector<nlp::Pin> choices = {pinTo(againName(array), 0)};
        auto order = llvm::find_if(orders, [&](const nlp::Pin &pin) {
          return pin.name == nest.name + ".order";
        });
        if (order == orders.end() && nest.orders.size() > 1)
          continue;
        size_t number = order == orders.end() ? 0 : std::stoul(order->value);
        if (!operand.has(nest.orders[number].front()))
          choices.insert(choices.begin(), pinTo(againName(array), 1));
        own = combined(own, choices);
      }
    llvm::append_range(all, own);
    if (all.size() > mostPrograms)
      return others;
  }
  return all;
}

/// Each of the alternatives with extents as they are first, then filled up.
Alternatives Chooser::withExtents(const Alternatives &others) const {
  Alternatives all = others;
  std::vector<nlp::Pin> none, filled;
  for (const StreamedExtent &extent : program.extents) {
    if (extent.choices.size() == 1 ||
        llvm::any_of(extent.names,
                     [&](const std::string &name) { return !isOpen(name); }))
      continue;
    none.push_back(pinTo(extent.names.front(), extent.trip));
    filled.push_back(pinTo(extent.names.front(), extent.choices.back()));
    if (all.size() <= mostFilled)
      all = combined(all, {none.back(), filled.back()});
  }
  if (none.empty() || all.size() <= mostFilled)
    return all;
  all.clear();
  for (const std::vector<nlp::Pin> &extents : {none, filled})
    for (std::vector<nlp::Pin> pins : others) {
      llvm::append_range(pins, extents);
      all.push_back(std::move(pins));
    }
  return all;
}

bool explore::pinsSlrs(const StreamedProgram &program,
                       ArrayRef<nlp::Pin> pins) {
  return llvm::any_of(program.nests, [&](const StreamedNestInfo &nest) {
    return isPinned(pins, slrName(nest));
  });
}

/// Each of the alternatives with each assignment to SLRs; as they are, if these
/// are too many.
Alternatives Chooser::withSlrs(const Alternatives &others) const {
  if (!program.isSplit() || pinsSlrs(program, pins))
    return others;
  Alternatives all;
  for (const std::vector<int64_t> &slrsOfNests :
       assignments(program, areAlike, mostPrograms)) {
    Alternatives assigned = others;
    std::set<int64_t> workers; // whose SLR is known
    for (auto [nest, slr] : llvm::zip_equal(program.nests, slrsOfNests))
      if (!nest.worker || workers.insert(*nest.worker).second)
        assigned = combined(assigned, {pinTo(slrName(nest), slr)});
    llvm::append_range(all, assigned);
    if (all.size() > mostPrograms)
      return others;
  }
  return all.empty() ? others : all;
}

/// Each of the alternatives with adders that are alike in all nests, where more
/// than two nests with sums have a choice: proofs over all mixtures take far
/// longer. As they are, if these are too many.
Alternatives Chooser::withAdders(const Alternatives &others) const {
  Alternatives all, kinds;
  unsigned open = 0;
  for (const StreamedNestInfo &nest : program.nests) {
    if (nest.adders.size() == 1 || !isOpen(addersName(nest)) ||
        followsWorker(nest))
      continue;
    open += nest.reduces();
    kinds.resize(std::max(kinds.size(), nest.adders.size()));
    for (auto [kind, pins] : llvm::enumerate(kinds))
      pins.push_back(
          pinTo(addersName(nest), kind < nest.adders.size() ? kind : 0));
  }
  if (open <= 2 || others.size() * kinds.size() > mostPrograms)
    return others;
  for (const std::vector<nlp::Pin> &kind : kinds)
    for (std::vector<nlp::Pin> pins : others) {
      llvm::append_range(pins, kind);
      all.push_back(std::move(pins));
    }
  return all;
}

Alternatives explore::alternativesOf(const StreamedProgram &program,
                                     ArrayRef<nlp::Pin> pins, bool areAlike) {
  Chooser chooser(program, pins, areAlike);
  Alternatives orders = chooser.allOrders();
  if (orders.empty())
    orders.resize(1);
  return chooser.withAdders(
      chooser.withSlrs(chooser.withExtents(chooser.withAgain(orders))));
}
