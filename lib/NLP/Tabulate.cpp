//===- Tabulate.cpp - The choices of one block ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tabulate.h"
#include "RowSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_map>

using namespace talos;
using namespace talos::nlp;

/// A variable with no more values may be enumerated first.
static constexpr size_t MaxSwitchValues = 8;

namespace {
/// A private constraint during enumeration.
struct Check {
  Check(NodeId root, Tape tape) : root(root), tape(std::move(tape)) {}

  NodeId root;
  std::vector<unsigned> positions; ///< of its variables, ascending
  Tape tape;
  bool memoise = false;
  bool mayFail = false;
  /// Where, on the present path, ranges showed that it holds below; or -1.
  int settledAt = -1;
  Direction lastDirection = Direction::Unknown;
  /// Allowed values of the last variable, by the choice of the earlier ones.
  std::unordered_map<uint64_t, std::vector<uint32_t>> memo;
};

class Enumerator {
public:
  Enumerator(const Model &model, const Ranges &ranges, BlockId block,
             llvm::ArrayRef<NodeId> constraints,
             llvm::ArrayRef<NodeId> featureNodes,
             llvm::function_ref<bool()> keepGoing)
      : model(model), ranges(ranges), keepGoing(keepGoing),
        featureTape(model, featureNodes), seen(table) {
    for (const Variable &v : model.variables()) {
      point.push_back(v.domain.front());
      box.push_back({v.domain.front(), v.domain.back()});
    }
    orderVariables(block, constraints, featureNodes);
    prepareChecks(constraints);
    orderChecks();
    table.features.resize(featureNodes.size());
    batch.assign(table.variables.size() * Tape::Lanes, 0);
    constants.resize(model.variables().size(), nullptr);
    for (auto [p, v] : llvm::enumerate(table.variables))
      constants[v] = &batch[p * Tape::Lanes];
  }

  Table run() {
    if (constantsHold) {
      descend(0);
      flush();
    }
    return std::move(table);
  }

private:
  std::vector<VarId> variablesOf(NodeId root) const {
    std::vector<VarId> result;
    for (NodeId id : model.cone(root))
      if (model.nodes()[id].op == Op::Variable)
        result.push_back(model.nodes()[id].value);
    llvm::sort(result);
    return result;
  }

  /// Finishes constraints as early as possible: next comes the constraint with
  /// the fewest open variables.
  void orderVariables(BlockId block, llvm::ArrayRef<NodeId> constraints,
                      llvm::ArrayRef<NodeId> featureNodes) {
    std::vector<bool> wanted(model.variables().size(), false), placed(wanted);
    std::vector<std::vector<VarId>> needs;
    for (NodeId c : constraints)
      needs.push_back(variablesOf(c));
    for (NodeId id : model.cone(featureNodes))
      if (model.nodes()[id].op == Op::Variable)
        wanted[model.nodes()[id].value] = true;
    // What has few values and takes part in much comes first: then constraints
    // that it settles are not asked again below.
    for (VarId v : model.blocks()[block].variables) {
      size_t uses = llvm::count_if(needs, [&](const std::vector<VarId> &all) {
        return llvm::is_contained(all, v);
      });
      if (model.variables()[v].domain.size() <= MaxSwitchValues && uses > 1 &&
          uses * 2 >= needs.size()) {
        placed[v] = true;
        table.variables.push_back(v);
      }
    }
    for (;;) {
      std::vector<VarId> best;
      for (const std::vector<VarId> &all : needs) {
        std::vector<VarId> open;
        for (VarId v : all)
          if (!placed[v])
            open.push_back(v);
        if (!open.empty() && (best.empty() || open.size() < best.size()))
          best = open;
      }
      if (best.empty())
        break;
      for (VarId v : best) {
        placed[v] = true;
        table.variables.push_back(v);
      }
    }
    for (VarId v : model.blocks()[block].variables)
      if (wanted[v] && !placed[v])
        table.variables.push_back(v);
  }

  void prepareChecks(llvm::ArrayRef<NodeId> constraints) {
    llvm::DenseMap<VarId, unsigned> position;
    for (auto [p, v] : llvm::enumerate(table.variables))
      position[v] = p;
    completing.resize(table.variables.size());
    partial.resize(table.variables.size());
    for (NodeId root : constraints) {
      Check check(root, Tape(model, root));
      check.mayFail = ranges.mayFail[root];
      for (VarId v : variablesOf(root))
        check.positions.push_back(position[v]);
      llvm::sort(check.positions);
      if (check.positions.empty()) {
        check.tape.run(point);
        constantsHold &= holds(check.tape);
        continue;
      }
      VarId last = table.variables[check.positions.back()];
      bool isSafe = llvm::none_of(
          model.cone(root), [&](NodeId id) { return ranges.mayFail[id]; });
      check.tape = Tape(model, root, last, isSafe);
      if (!ranges.mayFail[root] && ranges.interval[root].lo >= 0)
        check.lastDirection =
            direction(model, ranges, root, nodeOf(last, root));
      double keys = 1;
      for (size_t i = 0; i + 1 < check.positions.size(); ++i)
        keys *= domainAt(check.positions[i]).size();
      check.memoise = keys <= 65536;
      checks.push_back(std::move(check));
      Check *c = &checks.back();
      completing[c->positions.back()].push_back(c);
      for (size_t i = 0; i + 1 < c->positions.size(); ++i)
        if (c->positions[i] + 1 < c->positions.back())
          partial[c->positions[i]].push_back(c);
    }
  }

  void orderChecks() {
    for (std::vector<Check *> &checks : completing)
      llvm::sort(checks, [](const Check *x, const Check *y) {
        return std::make_tuple(!x->memoise, x->tape.size(), x->root) <
               std::make_tuple(!y->memoise, y->tape.size(), y->root);
      });
  }

  NodeId nodeOf(VarId v, NodeId root) const {
    for (NodeId id : model.cone(root))
      if (model.nodes()[id].op == Op::Variable &&
          VarId(model.nodes()[id].value) == v)
        return id;
    return root;
  }

  llvm::ArrayRef<int64_t> domainAt(unsigned p) const {
    return model.variables()[table.variables[p]].domain;
  }

  static bool holds(const Tape &tape) {
    return tape.root(0).isValid() && tape.root(0).value() != 0;
  }

  bool holdsWith(Check &check, VarId v, int64_t value) {
    point[v] = value;
    check.tape.rerun(point);
    return holds(check.tape);
  }

  /// Keeps the domain indices of the last variable of `check` that satisfy it.
  void restrict(Check &check, std::vector<uint32_t> &indices) {
    unsigned p = check.positions.back();
    VarId v = table.variables[p];
    llvm::ArrayRef<int64_t> domain = domainAt(p);
    check.tape.run(point);
    auto fits = [&](uint32_t i) { return holdsWith(check, v, domain[i]); };
    auto fails = [&](uint32_t i) { return !fits(i); };
    if (check.lastDirection == Direction::Nonincreasing)
      indices.erase(llvm::partition_point(indices, fits), indices.end());
    else if (check.lastDirection == Direction::Nondecreasing)
      indices.erase(indices.begin(), llvm::partition_point(indices, fails));
    else
      llvm::erase_if(indices, fails);
  }

  llvm::ArrayRef<uint32_t> memoised(Check &check) {
    uint64_t key = 0;
    for (size_t i = 0; i + 1 < check.positions.size(); ++i) {
      unsigned p = check.positions[i];
      key = key * domainAt(p).size() + digit[p];
    }
    auto [it, isNew] = check.memo.try_emplace(key);
    if (isNew) {
      it->second = allIndices(check.positions.back());
      restrict(check, it->second);
    }
    return it->second;
  }

  std::vector<uint32_t> allIndices(unsigned p) const {
    std::vector<uint32_t> result(domainAt(p).size());
    std::iota(result.begin(), result.end(), 0);
    return result;
  }

  /// Domain indices at position p that satisfy what is then decided.
  std::vector<uint32_t> allowed(unsigned p) {
    std::vector<uint32_t> values = allIndices(p), both;
    for (Check *check : completing[p]) {
      if (values.empty())
        break;
      if (check->settledAt >= 0)
        continue;
      if (!check->memoise) {
        restrict(*check, values);
        continue;
      }
      llvm::ArrayRef<uint32_t> next = memoised(*check);
      both.clear();
      std::set_intersection(values.begin(), values.end(), next.begin(),
                            next.end(), std::back_inserter(both));
      std::swap(values, both);
    }
    return values;
  }

  void descend(unsigned p) {
    if (p == table.variables.size()) {
      emit();
      return;
    }
    digit.resize(table.variables.size());
    VarId v = table.variables[p];
    llvm::ArrayRef<int64_t> domain = domainAt(p);
    Interval whole = box[v];
    for (uint32_t i : allowed(p)) {
      if (table.aborted)
        break;
      if (++steps % 16384 == 0 && !keepGoing())
        table.aborted = true;
      digit[p] = i;
      point[v] = domain[digit[p]];
      box[v] = Interval::point(point[v]);
      if (mayGoOn(p))
        descend(p + 1);
    }
    box[v] = whole;
    point[v] = domain.front();
  }

  /// Constraints with open variables: do ranges already refute one?
  bool mayGoOn(unsigned p) {
    for (Check *check : partial[p]) {
      if (check->settledAt >= 0 && check->settledAt < int(p))
        continue;
      check->tape.runRanges(box);
      Interval range = check->tape.rootRange(0);
      if (!range.mayHold())
        return false;
      bool settled = !check->mayFail && !range.contains(0);
      check->settledAt = settled ? int(p) : -1;
    }
    return true;
  }

  void emit() {
    ++table.feasible;
    for (size_t p = 0; p < table.variables.size(); ++p)
      batch[p * Tape::Lanes + filled] = point[table.variables[p]];
    if (++filled == Tape::Lanes)
      flush();
  }

  void flush() {
    if (filled == 0)
      return;
    featureTape.runBatch(constants, filled);
    std::vector<const int64_t *> lanes;
    for (size_t f = 0; f < table.features.size(); ++f)
      lanes.push_back(featureTape.rootLanes(f));
    for (unsigned l : seen.insert(lanes, filled))
      for (size_t p = 0; p < table.variables.size(); ++p)
        table.choices.push_back(batch[p * Tape::Lanes + l]);
    filled = 0;
  }

  const Model &model;
  const Ranges &ranges;
  llvm::function_ref<bool()> keepGoing;
  Table table;
  Tape featureTape;
  RowSet seen;
  Assignment point;
  std::vector<Interval> box;
  std::deque<Check> checks;
  std::vector<std::vector<Check *>> completing, partial;
  std::vector<uint32_t> digit;
  std::vector<int64_t> batch;
  std::vector<const int64_t *> constants;
  unsigned filled = 0;
  int64_t steps = 0;
  bool constantsHold = true;
};
} // namespace

Table nlp::tabulate(const Model &model, const Ranges &ranges, BlockId block,
                    llvm::ArrayRef<NodeId> constraints,
                    llvm::ArrayRef<NodeId> features,
                    llvm::function_ref<bool()> keepGoing) {
  return Enumerator(model, ranges, block, constraints, features, keepGoing)
      .run();
}
