//===- Entries.cpp - What groups of blocks offer --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/Entries.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace talos;
using namespace talos::nlp;

/// Rows tried and combinations met, on average over the groups.
static constexpr int64_t MaxTried = 200000;
/// The same in all: some seconds.
static constexpr int64_t MaxTriedInAll = 40000000;
/// Combinations of rows of one interface.
static constexpr size_t MaxInterfaces = size_t(1) << 20;

namespace {
using Keys = std::map<std::vector<uint32_t>, uint32_t>;

/// Enumerates the rows of one clique, block after block. Rows that make no
/// difference to what follows are taken together, and of its own blocks only
/// those that no other row beats.
class Lister {
public:
  Lister(const Coupling &coupling, llvm::ArrayRef<Table> tables,
         llvm::ArrayRef<Pair> pairs, const State &state,
         const Channels &channels, int64_t &left)
      : coupling(coupling), tables(tables), pairs(pairs), state(state),
        channels(channels), left(left), now(coupling.nodes.size()),
        pairsOf(tables.size()) {
    for (auto [p, pair] : llvm::enumerate(pairs))
      for (unsigned side = 0; side < 2; ++side)
        pairsOf[pair.block[side]].push_back({p, side});
  }

  /// `below`: the keys of the children. False: too many combinations, or none.
  bool run(Clique &filled, llvm::ArrayRef<const Keys *> below, Keys &own) {
    clique = &filled;
    size_t interfaces = 1;
    for (BlockId b : llvm::drop_begin(clique->blocks, clique->own)) {
      interfaces *= state.lists[b]->rows.size();
      if (interfaces > MaxInterfaces)
        return false;
    }
    findPairs();
    orderNodes();
    groups.assign(interfaces, {});
    offers.clear();
    ownRows.clear();
    row.assign(clique->blocks.size(), 0);
    members.assign(clique->blocks.size(), {});
    return descend(0) && emit(below, own);
  }

private:
  /// Of a pair with an earlier block: how to test a row.
  struct Check {
    const Pair *pair;
    unsigned side;  ///< of the block itself
    unsigned depth; ///< of the earlier one
  };
  /// Rows of one block that look the same from the later ones.
  struct Class {
    std::vector<uint32_t> groups;    ///< in pairs with later blocks
    std::vector<Int> signature;      ///< values that later ones need
    std::vector<uint32_t> positions; ///< in the block's list
  };

  void findPairs() {
    checks.assign(clique->blocks.size(), {});
    seen.assign(clique->blocks.size(), {});
    for (auto [depth, b] : llvm::enumerate(clique->blocks))
      for (auto [p, side] : pairsOf[b]) {
        auto other = llvm::find(clique->blocks, pairs[p].block[1 - side]);
        unsigned at = other - clique->blocks.begin();
        if (at < depth) {
          checks[depth].push_back({&pairs[p], side, at});
          seen[at].push_back(&pairs[p].group[1 - side]);
        }
      }
  }

  /// What terms and constraints need, by the block that completes it.
  void orderNodes() {
    std::vector<uint32_t> roots(clique->constraints);
    for (unsigned t : clique->terms)
      roots.push_back(channels.terms[t].node);
    std::vector<uint32_t> cone = coneOf(coupling, roots);
    size_t blocks = clique->blocks.size();
    steps.assign(blocks, {});
    shown.assign(blocks, {});
    tests.assign(blocks, {});
    llvm::DenseMap<uint32_t, unsigned> depthOf, usedAt;
    for (uint32_t n : cone) {
      const CNode &node = coupling.nodes[n];
      if (node.block < 0 && node.op == Op::Constant) {
        now[n] = node.value;
        continue;
      }
      unsigned depth = 0;
      for (BlockId b : node.support)
        depth = std::max<unsigned>(depth, llvm::find(clique->blocks, b) -
                                              clique->blocks.begin());
      steps[depth].push_back(n);
      depthOf[n] = depth;
      for (unsigned i = 0; node.block < 0 && i < operandCount(node.op); ++i)
        usedAt[node.x[i]] = std::max(usedAt[node.x[i]], depth);
    }
    for (unsigned t : clique->terms)
      usedAt[channels.terms[t].node] = blocks;
    for (uint32_t n : cone)
      if (depthOf.count(n) && usedAt[n] > depthOf[n])
        shown[depthOf[n]].push_back(n);
    for (uint32_t n : clique->constraints)
      tests[depthOf[n]].push_back(n);
  }

  bool fits(unsigned depth, uint32_t candidate) const {
    return llvm::all_of(checks[depth], [&](const Check &check) {
      const Pair &pair = *check.pair;
      uint32_t theirs = pair.group[1 - check.side][row[check.depth]];
      return BitRows::test(pair.partners[1 - check.side][theirs],
                           pair.group[check.side][candidate]);
    });
  }

  /// Whether the constraints that the block completes hold.
  bool evaluate(unsigned depth) {
    const Table &table = tables[clique->blocks[depth]];
    for (uint32_t n : steps[depth]) {
      const CNode &node = coupling.nodes[n];
      now[n] = node.block >= 0 ? Int(table.features[node.column][row[depth]])
                               : apply(node.op, now[node.x[0]], now[node.x[1]],
                                       now[node.x[2]]);
    }
    return llvm::all_of(tests[depth], [&](uint32_t n) {
      return now[n].isValid() && now[n].value() != 0;
    });
  }

  bool descend(unsigned depth) {
    if (depth == clique->blocks.size())
      return offer();
    llvm::ArrayRef<uint32_t> list = state.lists[clique->blocks[depth]]->rows;
    std::vector<Class> classes;
    for (auto [position, candidate] : llvm::enumerate(list)) {
      if (!fits(depth, candidate))
        continue;
      if (--left < 0)
        return false;
      row[depth] = candidate;
      if (evaluate(depth))
        classify(depth, position, classes);
    }
    for (const Class &same : classes) {
      row[depth] = list[same.positions.front()];
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
    bool isOwn = depth < clique->own;
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
      if (isOwn && beats(depth, classes[i].signature, signature))
        return;
      if (isOwn && beats(depth, signature, classes[i].signature)) {
        classes[i] = std::move(classes.back());
        classes.pop_back();
      } else {
        ++i;
      }
    }
    classes.push_back({std::move(groups), std::move(signature), {position}});
  }

  bool beats(unsigned depth, llvm::ArrayRef<Int> a,
             llvm::ArrayRef<Int> b) const {
    for (auto [i, n] : llvm::enumerate(shown[depth])) {
      Wish wish = coupling.nodes[n].wish;
      if (wish == Wish::None || a[i] == b[i])
        continue;
      if (wish == Wish::Same || !a[i].isValid() || !b[i].isValid() ||
          (a[i].value() < b[i].value()) != (wish == Wish::Lower))
        return false;
    }
    return true;
  }

  /// The values of the channels, for every interface that the rows allow.
  bool offer() {
    std::vector<int64_t> values(clique->channels.size(), 0);
    for (unsigned t : clique->terms) {
      const Term &term = channels.terms[t];
      unsigned at =
          llvm::find(clique->channels, term.channel) - clique->channels.begin();
      Int value = now[term.node];
      if (!value.isValid())
        return true;
      values[at] = channels.join(term.channel, values[at], value.value());
    }
    uint32_t number = ownRows.size() / std::max(1u, clique->own);
    bool isUsed = false;
    if (!spread(clique->own, 0, values, number, isUsed))
      return false;
    if (isUsed) {
      llvm::append_range(offers, values);
      // A clique without blocks of its own has one number for each offer, too.
      if (clique->own == 0)
        ownRows.push_back(0);
      for (unsigned i = 0; i < clique->own; ++i)
        ownRows.push_back(row[i]);
    }
    return true;
  }

  bool spread(unsigned depth, size_t index, llvm::ArrayRef<int64_t> values,
              uint32_t number, bool &isUsed) {
    if (depth == clique->blocks.size()) {
      if (--left < 0)
        return false;
      if (!isBeaten(groups[index], values)) {
        groups[index].push_back(number);
        isUsed = true;
      }
      return true;
    }
    size_t rows = state.lists[clique->blocks[depth]]->rows.size();
    for (uint32_t position : members[depth])
      if (!spread(depth + 1, index * rows + position, values, number, isUsed))
        return false;
    return true;
  }

  /// Drops what the values beat.
  bool isBeaten(std::vector<uint32_t> &group,
                llvm::ArrayRef<int64_t> values) const {
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
  bool emit(llvm::ArrayRef<const Keys *> below, Keys &keys) {
    clique->childKey.resize(clique->children.size());
    size_t width = clique->channels.size();
    for (size_t index = 0; index < groups.size(); ++index) {
      if (groups[index].empty())
        continue;
      size_t rest = index;
      for (unsigned d = clique->blocks.size(); d-- > clique->own;) {
        llvm::ArrayRef<uint32_t> list = state.lists[clique->blocks[d]]->rows;
        row[d] = list[rest % list.size()];
        rest /= list.size();
      }
      llvm::SmallVector<uint32_t> childKeys;
      for (auto [known, places] : llvm::zip(below, clique->childSeparators))
        if (auto found = known->find(rowsAt(places)); found != known->end())
          childKeys.push_back(found->second);
      if (childKeys.size() < below.size())
        continue; // a child has nothing for this
      uint32_t key = keys.try_emplace(rowsAt(clique->separator), keys.size())
                         .first->second;
      for (uint32_t number : groups[index]) {
        for (unsigned i = 0; i < clique->own; ++i)
          row[i] = ownRows[size_t(number) * clique->own + i];
        llvm::append_range(clique->rows, row);
        clique->values.insert(clique->values.end(),
                              offers.begin() + number * width,
                              offers.begin() + (number + 1) * width);
        clique->key.push_back(key);
        for (auto [column, childKey] : llvm::zip(clique->childKey, childKeys))
          column.push_back(childKey);
        ++clique->entries;
      }
    }
    return clique->entries > 0;
  }

  std::vector<uint32_t> rowsAt(llvm::ArrayRef<unsigned> places) const {
    std::vector<uint32_t> result;
    for (unsigned i : places)
      result.push_back(row[i]);
    return result;
  }

  const Coupling &coupling;
  llvm::ArrayRef<Table> tables;
  llvm::ArrayRef<Pair> pairs;
  const State &state;
  const Channels &channels;
  int64_t &left;        ///< rows and combinations that may still be tried
  std::vector<Int> now; ///< by node
  std::vector<std::vector<std::pair<unsigned, unsigned>>>
      pairsOf; ///< by block: pair, side

  Clique *clique = nullptr;
  std::vector<std::vector<Check>> checks; ///< by depth
  /// By depth: groups of its rows in pairs with later blocks.
  std::vector<std::vector<const std::vector<uint32_t> *>> seen;
  std::vector<std::vector<uint32_t>> steps;   ///< nodes by depth
  std::vector<std::vector<uint32_t>> shown;   ///< those that later ones need
  std::vector<std::vector<uint32_t>> tests;   ///< constraints
  std::vector<uint32_t> row;                  ///< by depth
  std::vector<std::vector<uint32_t>> members; ///< positions by depth
  std::vector<int64_t> offers;                ///< [number][channel]
  std::vector<uint32_t> ownRows;              ///< [number][own block]
  std::vector<std::vector<uint32_t>> groups;  ///< numbers by interface
};
} // namespace

bool nlp::listEntries(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                      llvm::ArrayRef<Pair> pairs, const State &state,
                      const Channels &channels, std::vector<Clique> &cliques) {
  int64_t left = std::min(MaxTried * int64_t(cliques.size()), MaxTriedInAll);
  Lister lister(coupling, tables, pairs, state, channels, left);
  std::vector<Keys> keys(cliques.size());
  for (auto [c, clique] : llvm::enumerate(cliques)) {
    std::vector<const Keys *> below;
    for (unsigned child : clique.children)
      below.push_back(&keys[child]);
    if (!lister.run(clique, below, keys[c]))
      return false;
    clique.keys = keys[c].size();
  }
  return true;
}
