//===- BagTable.cpp - What bags of blocks offer ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/TreeDecomposition.h"
#include <algorithm>
#include <map>

using namespace talos;
using namespace talos::nlp;

/// Rows tried and combinations met: on average over the bags, and in all.
static constexpr int64_t MaxTried = 200000, MaxTriedInAll = 40000000;
/// Combinations of rows of one interface, and entries of all tables: a bound
/// visits all of them, and each box takes hundreds of bounds.
static constexpr size_t MaxEntries = size_t(1) << 20;

namespace {
using Keys = std::map<std::vector<uint32_t>, uint32_t>;

/// Enumerates the rows of one bag, block after block. Rows that make no
/// difference to what follows are taken together, and of its own blocks only
/// those that no other row dominates.
class BagTableBuilder {
public:
  BagTableBuilder(const Coupling &coupling, ArrayRef<Table> tables,
                  ArrayRef<BinaryTable> allBinaryTables, const Store &store,
                  const SeparableStructure &structure, int64_t &left,
                  Limits &limits)
      : coupling(coupling), tables(tables), allBinaryTables(allBinaryTables),
        store(store), structure(structure), left(left), limits(limits),
        now(coupling.nodes.size()), binaryTablesOf(tables.size()) {
    for (auto [p, binaryTable] : llvm::enumerate(allBinaryTables))
      for (unsigned side = 0; side < 2; ++side)
        binaryTablesOf[binaryTable.block[side]].push_back({p, side});
  }

  /// `below`: the keys of the children. False: too many combinations, or none.
  bool run(Bag &filled, ArrayRef<const Keys *> below, Keys &own) {
    bag = &filled;
    size_t interfaces = 1;
    for (BlockId b : llvm::drop_begin(bag->blocks, bag->own)) {
      interfaces *= store.domains[b]->rows.size();
      if (interfaces > MaxEntries)
        return false;
    }
    findBinaryTables();
    orderNodes();
    groups.assign(interfaces, {});
    offers.clear();
    ownRows.clear();
    row.assign(bag->blocks.size(), 0);
    members.assign(bag->blocks.size(), {});
    return descend(0) && emit(below, own);
  }

private:
  /// Of a binary table with an earlier block: how to test a row.
  struct Check {
    const BinaryTable *binaryTable;
    unsigned side;  ///< of the block itself
    unsigned depth; ///< of the earlier one
  };
  /// Rows of one block that look the same from the later ones.
  struct Class {
    std::vector<uint32_t> groups;    ///< in binary tables with later blocks
    std::vector<Int> signature;      ///< values that later ones need
    std::vector<uint32_t> positions; ///< in the block's domain
  };

  bool isTooMuch() {
    --left;
    return left < 0 || (left % 65536 == 0 && limits.isOver());
  }

  void findBinaryTables() {
    checks.assign(bag->blocks.size(), {});
    seen.assign(bag->blocks.size(), {});
    for (auto [depth, b] : llvm::enumerate(bag->blocks))
      for (auto [p, side] : binaryTablesOf[b]) {
        BlockId partner = allBinaryTables[p].block[1 - side];
        unsigned at = llvm::find(bag->blocks, partner) - bag->blocks.begin();
        if (at < depth) {
          checks[depth].push_back({&allBinaryTables[p], side, at});
          seen[at].push_back(&allBinaryTables[p].group[1 - side]);
        }
      }
  }

  /// What terms and constraints need, by the block that completes it.
  void orderNodes() {
    std::vector<uint32_t> roots(bag->constraints);
    for (unsigned t : bag->terms)
      roots.push_back(structure.terms[t].node);
    std::vector<uint32_t> cone = coneOf(coupling.nodes, roots);
    size_t blocks = bag->blocks.size();
    steps.assign(blocks, {});
    shown.assign(blocks, {});
    tests.assign(blocks, {});
    DenseMap<uint32_t, unsigned> depthOf, usedAt;
    for (uint32_t n : cone) {
      const CouplingNode &node = coupling.nodes[n];
      if (node.block < 0 && node.op == Op::Constant) {
        now[n] = node.value;
        continue;
      }
      unsigned depth = 0;
      for (BlockId b : node.support)
        depth = std::max<unsigned>(depth, llvm::find(bag->blocks, b) -
                                              bag->blocks.begin());
      steps[depth].push_back(n);
      depthOf[n] = depth;
      for (uint32_t x : node.inputs())
        usedAt[x] = std::max(usedAt[x], depth);
    }
    for (unsigned t : bag->terms)
      usedAt[structure.terms[t].node] = blocks;
    for (uint32_t n : cone)
      if (depthOf.count(n) && usedAt[n] > depthOf[n])
        shown[depthOf[n]].push_back(n);
    for (uint32_t n : bag->constraints)
      tests[depthOf[n]].push_back(n);
  }

  bool fits(unsigned depth, uint32_t candidate) const {
    return llvm::all_of(checks[depth], [&](const Check &check) {
      const BinaryTable &binaryTable = *check.binaryTable;
      uint32_t theirs = binaryTable.group[1 - check.side][row[check.depth]];
      return binaryTable.partners[1 - check.side][theirs]
                                 [binaryTable.group[check.side][candidate]];
    });
  }

  /// Whether the constraints that the block completes hold.
  bool evaluate(unsigned depth) {
    const Table &table = tables[bag->blocks[depth]];
    for (uint32_t n : steps[depth]) {
      const CouplingNode &node = coupling.nodes[n];
      now[n] = node.block >= 0 ? Int(table.features[node.column][row[depth]])
                               : applyTo(node, now);
    }
    return llvm::all_of(tests[depth], [&](uint32_t n) {
      return now[n].isValid() && now[n].value() != 0;
    });
  }

  bool descend(unsigned depth) {
    if (depth == bag->blocks.size())
      return offer();
    ArrayRef<uint32_t> domain = store.domains[bag->blocks[depth]]->rows;
    std::vector<Class> classes;
    for (auto [position, candidate] : llvm::enumerate(domain)) {
      if (!fits(depth, candidate))
        continue;
      if (isTooMuch())
        return false;
      row[depth] = candidate;
      if (evaluate(depth))
        classify(depth, position, classes);
    }
    for (const Class &same : classes) {
      row[depth] = domain[same.positions.front()];
      for (auto [n, value] : llvm::zip(shown[depth], same.signature))
        now[n] = value;
      members[depth] = same.positions;
      if (!descend(depth + 1))
        return false;
    }
    return true;
  }

  void classify(unsigned depth, uint32_t position,
                std::vector<Class> &classes) const {
    std::vector<uint32_t> groups;
    for (const std::vector<uint32_t> *group : seen[depth])
      groups.push_back((*group)[row[depth]]);
    std::vector<Int> signature;
    for (uint32_t n : shown[depth])
      signature.push_back(now[n]);
    bool isOwn = depth < bag->own;
    for (size_t i = 0; i < classes.size();) {
      if (classes[i].groups != groups) {
        ++i;
        continue;
      }
      if (classes[i].signature == signature) {
        if (!isOwn)
          classes[i].positions.push_back(position);
        return;
      }
      if (isOwn && dominates(depth, classes[i].signature, signature))
        return;
      if (isOwn && dominates(depth, signature, classes[i].signature)) {
        classes[i] = std::move(classes.back());
        classes.pop_back();
      } else {
        ++i;
      }
    }
    classes.push_back({std::move(groups), std::move(signature), {position}});
  }

  bool dominates(unsigned depth, ArrayRef<Int> a, ArrayRef<Int> b) const {
    for (auto [i, n] : llvm::enumerate(shown[depth])) {
      Direction monotonicity = coupling.nodes[n].monotonicity;
      if (monotonicity == Direction::Independent || a[i] == b[i])
        continue;
      if (monotonicity == Direction::Unknown || !a[i].isValid() ||
          !b[i].isValid() ||
          (a[i].value() < b[i].value()) !=
              (monotonicity == Direction::Nondecreasing))
        return false;
    }
    return true;
  }

  /// The values of the aggregates, for every interface that the rows allow.
  bool offer() {
    std::vector<int64_t> values(bag->aggregates.size(), 0);
    for (unsigned t : bag->terms) {
      const SeparableTerm &term = structure.terms[t];
      unsigned at =
          llvm::find(bag->aggregates, term.aggregate) - bag->aggregates.begin();
      Int value = now[term.node];
      if (!value.isValid())
        return true;
      values[at] = structure.join(term.aggregate, values[at], value.value());
    }
    uint32_t number = ownRows.size() / std::max(1u, bag->own);
    bool isUsed = false;
    if (!spread(bag->own, 0, values, number, isUsed))
      return false;
    if (isUsed) {
      llvm::append_range(offers, values);
      // A bag without blocks of its own has one number for each offer, too.
      if (bag->own == 0)
        ownRows.push_back(0);
      for (unsigned i = 0; i < bag->own; ++i)
        ownRows.push_back(row[i]);
    }
    return true;
  }

  bool spread(unsigned depth, size_t index, ArrayRef<int64_t> values,
              uint32_t number, bool &isUsed) {
    if (depth == bag->blocks.size()) {
      if (isTooMuch())
        return false;
      if (!isDominated(groups[index], values)) {
        groups[index].push_back(number);
        isUsed = true;
      }
      return true;
    }
    size_t rows = store.domains[bag->blocks[depth]]->rows.size();
    for (uint32_t position : members[depth])
      if (!spread(depth + 1, index * rows + position, values, number, isUsed))
        return false;
    return true;
  }

  /// Drops what the values beat.
  bool isDominated(std::vector<uint32_t> &group,
                   ArrayRef<int64_t> values) const {
    size_t width = values.size(), kept = 0;
    for (size_t i = 0; i < group.size(); ++i) {
      const int64_t *old = offers.data() + group[i] * width;
      bool less = false, more = false;
      for (size_t c = 0; c < width; ++c) {
        less |= old[c] < values[c];
        more |= old[c] > values[c];
      }
      if (!more)
        return true;
      if (less)
        group[kept++] = group[i];
    }
    group.resize(kept);
    return false;
  }

  /// The groups become entries, in order.
  bool emit(ArrayRef<const Keys *> below, Keys &keys) {
    bag->table.childKey.resize(bag->children.size());
    size_t width = bag->aggregates.size();
    for (size_t index = 0; index < groups.size(); ++index) {
      if (groups[index].empty())
        continue;
      size_t rest = index;
      for (unsigned d = bag->blocks.size(); d-- > bag->own;) {
        ArrayRef<uint32_t> domain = store.domains[bag->blocks[d]]->rows;
        row[d] = domain[rest % domain.size()];
        rest /= domain.size();
      }
      SmallVector<uint32_t> childKeys;
      for (auto [known, places] : llvm::zip(below, bag->childSeparators))
        if (auto found = known->find(rowsAt(places)); found != known->end())
          childKeys.push_back(found->second);
      if (childKeys.size() < below.size())
        continue; // a child has nothing for this
      uint32_t key =
          keys.try_emplace(rowsAt(bag->separator), keys.size()).first->second;
      for (uint32_t number : groups[index]) {
        for (unsigned i = 0; i < bag->own; ++i)
          row[i] = ownRows[size_t(number) * bag->own + i];
        llvm::append_range(bag->table.rows, row);
        bag->table.values.insert(bag->table.values.end(),
                                 offers.begin() + number * width,
                                 offers.begin() + (number + 1) * width);
        bag->table.key.push_back(key);
        for (auto [column, childKey] :
             llvm::zip(bag->table.childKey, childKeys))
          column.push_back(childKey);
        ++bag->table.entries;
      }
    }
    return bag->table.entries > 0;
  }

  std::vector<uint32_t> rowsAt(ArrayRef<unsigned> places) const {
    std::vector<uint32_t> result;
    for (unsigned i : places)
      result.push_back(row[i]);
    return result;
  }

  const Coupling &coupling;
  ArrayRef<Table> tables;
  ArrayRef<BinaryTable> allBinaryTables;
  const Store &store;
  const SeparableStructure &structure;
  int64_t &left; ///< rows and combinations that may still be tried
  Limits &limits;
  std::vector<Int> now; ///< by node
  std::vector<std::vector<std::pair<unsigned, unsigned>>>
      binaryTablesOf; ///< by block: binary table, side

  Bag *bag = nullptr;
  std::vector<std::vector<Check>> checks; ///< by depth
  /// By depth: groups of its rows in binary tables with later blocks.
  std::vector<std::vector<const std::vector<uint32_t> *>> seen;
  std::vector<std::vector<uint32_t>> steps;   ///< nodes by depth
  std::vector<std::vector<uint32_t>> shown;   ///< those that later ones need
  std::vector<std::vector<uint32_t>> tests;   ///< constraints
  std::vector<uint32_t> row;                  ///< by depth
  std::vector<std::vector<uint32_t>> members; ///< positions by depth
  std::vector<int64_t> offers;                ///< [number][aggregate]
  std::vector<uint32_t> ownRows;              ///< [number][own block]
  std::vector<std::vector<uint32_t>> groups;  ///< numbers by interface
};
} // namespace

bool nlp::buildBagTables(const Coupling &coupling, ArrayRef<Table> tables,
                         ArrayRef<BinaryTable> allBinaryTables,
                         const Store &store,
                         const SeparableStructure &structure,
                         std::vector<Bag> &bags, Limits &limits) {
  int64_t left = std::min(MaxTried * int64_t(bags.size()), MaxTriedInAll);
  BagTableBuilder builder(coupling, tables, allBinaryTables, store, structure,
                          left, limits);
  std::vector<Keys> keys(bags.size());
  size_t entries = 0;
  for (auto [c, bag] : llvm::enumerate(bags)) {
    std::vector<const Keys *> below;
    for (unsigned child : bag.children)
      below.push_back(&keys[child]);
    if (!builder.run(bag, below, keys[c]) ||
        (entries += bag.table.entries) > MaxEntries)
      return false;
    bag.table.keys = keys[c].size();
  }
  return true;
}
