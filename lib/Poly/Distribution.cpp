//===- Distribution.cpp - Loop trees and maximal distribution -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace mlir;

namespace talos::poly {

std::vector<std::string> LoopTree::statements() const {
  if (isLeaf())
    return statement.empty() ? Strings{} : Strings{statement};
  Strings all;
  for (const LoopTree &child : children)
    for (std::string &name : child.statements())
      all.push_back(std::move(name));
  return all;
}

static LoopTree leaf(std::string name) {
  LoopTree tree;
  tree.statement = std::move(name);
  return tree;
}

/// The children of a node at `depth` shared loops: neighbours in the same loop
/// of that depth share it.
static void addOriginal(const std::vector<Statement> &statements,
                        ArrayRef<unsigned> members, unsigned depth,
                        LoopTree &node) {
  for (unsigned first = 0; first < members.size();) {
    const auto &loops = statements[members[first]].loops;
    unsigned end = first + 1;
    while (end < members.size() && loops.size() > depth &&
           statements[members[end]].loops.size() > depth &&
           statements[members[end]].loops[depth] == loops[depth])
      ++end;
    if (end == first + 1) {
      node.children.push_back(leaf(statements[members[first]].name));
    } else {
      node.children.emplace_back();
      addOriginal(statements, members.slice(first, end - first), depth + 1,
                  node.children.back());
    }
    first = end;
  }
}

LoopTree Scop::originalTree() const {
  std::vector<unsigned> all;
  for (unsigned i = 0; i < impl->statements.size(); ++i)
    all.push_back(i);
  LoopTree root;
  addOriginal(impl->statements, all, 0, root);
  return root;
}

namespace {

/// The dependences that order the statements of one body: those that the
/// `depth` loops around it do not carry.
class BodyGraph {
public:
  BodyGraph(const Scop::Impl &scop, ArrayRef<unsigned> members, unsigned depth)
      : members(members.begin(), members.end()) {
    std::set<unsigned> inside(members.begin(), members.end());
    for (const Dependence &d : scop.dependences)
      if (d.source != d.target && inside.count(d.source) &&
          inside.count(d.target) && (!d.carrier || *d.carrier >= depth))
        successors[d.source].insert(d.target);
  }

  std::set<unsigned> reachable(unsigned from) const {
    std::set<unsigned> seen;
    std::vector<unsigned> worklist{from};
    while (!worklist.empty()) {
      unsigned node = worklist.back();
      worklist.pop_back();
      auto it = successors.find(node);
      if (it == successors.end())
        continue;
      for (unsigned next : it->second)
        if (seen.insert(next).second)
          worklist.push_back(next);
    }
    return seen;
  }

  /// Strongly connected components in an order that respects the edges; among
  /// those that could come next the one with the earliest statement does.
  std::vector<std::vector<unsigned>> components() const {
    std::map<unsigned, std::set<unsigned>> reach;
    for (unsigned member : members)
      reach[member] = reachable(member);
    std::vector<std::vector<unsigned>> parts;
    for (unsigned member : members) {
      auto it = llvm::find_if(parts, [&](const auto &part) {
        return reach[part[0]].count(member) && reach[member].count(part[0]);
      });
      if (it == parts.end())
        parts.push_back({member});
      else
        it->push_back(member);
    }
    std::vector<std::vector<unsigned>> order;
    while (!parts.empty()) {
      auto ready = llvm::find_if(parts, [&](const auto &part) {
        return llvm::none_of(parts, [&](const auto &other) {
          return &other != &part && reach[other[0]].count(part[0]);
        });
      });
      order.push_back(*ready);
      parts.erase(ready);
    }
    return order;
  }

private:
  std::vector<unsigned> members;
  std::map<unsigned, std::set<unsigned>> successors;
};

void distribute(const Scop::Impl &scop, ArrayRef<unsigned> members,
                unsigned depth, LoopTree &node) {
  for (const auto &part : BodyGraph(scop, members, depth).components()) {
    if (part.size() == 1) {
      node.children.push_back(leaf(scop.statements[part[0]].name));
      continue;
    }
    node.children.emplace_back();
    distribute(scop, part, depth + 1, node.children.back());
  }
}

} // namespace

LoopTree Scop::maximalDistribution() const {
  std::vector<unsigned> all;
  for (unsigned i = 0; i < impl->statements.size(); ++i)
    all.push_back(i);
  LoopTree root;
  distribute(analyzed(), all, 0, root);
  return root;
}

/// The shortest path of at least one edge, as positions in scop.dependences.
static std::vector<unsigned> shortestPath(const Scop::Impl &scop, unsigned from,
                                          unsigned to,
                                          const std::set<unsigned> &inside,
                                          unsigned depth) {
  std::map<unsigned, std::vector<unsigned>> paths{{from, {}}};
  std::vector<unsigned> queue{from};
  for (unsigned head = 0; head < queue.size(); ++head)
    for (auto [i, d] : llvm::enumerate(scop.dependences)) {
      bool known = paths.count(d.target) && d.target != to;
      if (d.source != queue[head] || !inside.count(d.target) || known ||
          (d.carrier && *d.carrier < depth))
        continue;
      std::vector<unsigned> path = paths[d.source];
      path.push_back(i);
      if (d.target == to)
        return path;
      paths[d.target] = std::move(path);
      queue.push_back(d.target);
    }
  return {};
}

std::vector<Violation> Scop::cycle(ArrayRef<std::string> names,
                                   unsigned depth) const {
  std::vector<unsigned> members;
  for (const std::string &name : names)
    if (std::optional<unsigned> statement = findStatement(name))
      members.push_back(*statement);
  if (members.size() < 2)
    return {};
  std::set<unsigned> inside(members.begin(), members.end());
  auto there = shortestPath(analyzed(), members[0], members[1], inside, depth);
  auto back = shortestPath(analyzed(), members[1], members[0], inside, depth);
  if (there.empty() || back.empty())
    return {};
  there.insert(there.end(), back.begin(), back.end());
  std::vector<Violation> result;
  for (unsigned i : there) {
    const Dependence &d = impl->dependences[i];
    result.push_back({d.kind, impl->statements[d.source].name,
                      impl->statements[d.target].name,
                      impl->arrays[d.array].name, ""});
  }
  return result;
}

} // namespace talos::poly
