//===- EnumerateBlock.cpp - The order of the variables --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include "NLP/Evaluate/Program.h"
#include <map>

using namespace talos;
using namespace talos::nlp;

/// A variable with no more values may be enumerated first.
static constexpr size_t MaxSwitchValues = 8;
/// A variable in this part of the constraints takes part in much, one in fewer
/// than the other part in little.
static constexpr size_t MuchDivisor = 3, RareDivisor = 4;
/// The variables of a block that matter. Finishes constraints as early as
/// possible: next comes the constraint with the fewest open variables. If
/// `isLimited`, a variable that takes part in little waits for others: it is
/// given a value only in choices that are within the limit. Of waiting
/// variables the one with the least work comes first.
static std::vector<VarId> orderOf(const Model &model, BlockId block,
                                  ArrayRef<NodeId> constraints,
                                  ArrayRef<NodeId> features, bool isLimited) {
  std::vector<bool> wanted(model.variables().size(), false), placed(wanted);
  std::vector<VarId> order;
  auto place = [&](VarId v) {
    placed[v] = true;
    order.push_back(v);
  };
  std::vector<std::vector<VarId>> needs;
  for (NodeId c : constraints)
    needs.push_back(variablesOf(model, c));
  std::vector<NodeId> cone = model.cone(features);
  for (NodeId id : cone)
    if (model.nodes()[id].op == Op::Variable)
      wanted[model.nodes()[id].value] = true;
  std::vector<size_t> uses(model.variables().size(), 0);
  for (const std::vector<VarId> &all : needs)
    for (VarId v : all)
      ++uses[v];
  // What has few values and takes part in much comes first: then constraints
  // that it settles are not asked again below.
  for (VarId v : model.blocks()[block].variables)
    if (model.variables()[v].domain.size() <= MaxSwitchValues && uses[v] > 1 &&
        uses[v] * MuchDivisor >= needs.size())
      place(v);
  std::map<VarId, size_t> dependent;
  // 0: it does not wait.
  auto waitOf = [&](ArrayRef<VarId> open) -> size_t {
    VarId v = open.front();
    if (!isLimited || open.size() > 1 || uses[v] * RareDivisor >= needs.size())
      return 0;
    auto [known, isNew] = dependent.try_emplace(v);
    if (isNew)
      known->second = dependentOn(model.nodes(), cone, v).size() + 1;
    return known->second;
  };
  for (;;) {
    std::vector<VarId> best;
    for (const std::vector<VarId> &all : needs) {
      std::vector<VarId> open;
      for (VarId v : all)
        if (!placed[v])
          open.push_back(v);
      if (!open.empty() &&
          (best.empty() || std::make_pair(open.size(), waitOf(open)) <
                               std::make_pair(best.size(), waitOf(best))))
        best = open;
    }
    if (best.empty())
      break;
    llvm::for_each(best, place);
  }
  for (VarId v : model.blocks()[block].variables)
    if (wanted[v] && !placed[v])
      place(v);
  return order;
}

Table nlp::enumerateBlock(const Model &model, const Ranges &ranges,
                          BlockId block, ArrayRef<NodeId> constraints,
                          ArrayRef<NodeId> features,
                          const EnumerationRequest &request) {
  std::vector<VarId> order =
      orderOf(model, block, constraints, features, request.filter != nullptr);
  EnumerationProblem problem{model,       ranges,   order,
                             constraints, features, request};
  return request.filter ? enumerateBounded(problem) : enumerateAll(problem);
}
