//===- Explore.cpp - Says how a design was found --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Explore.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static void add(NamedAttrList &entries, MLIRContext *context, StringRef key,
                Int value) {
  if (value.isValid())
    entries.append(key, Builder(context).getI64IntegerAttr(value.value()));
}

/// What the solver says.
static void addSolution(const Space &space, const ExploreResult &result,
                        NamedAttrList &entries) {
  Builder builder(space.getFunc()->getContext());
  const nlp::Solution &solution = result.solution;
  if (!space.getPins().empty()) {
    SmallVector<Attribute> pins;
    for (const nlp::Pin &pin : space.getPins())
      pins.push_back(builder.getStringAttr(pin.text()));
    entries.append("pins", builder.getArrayAttr(pins));
  }
  add(entries, builder.getContext(), "bound", solution.bound);
  add(entries, builder.getContext(), "nodes", solution.nodes);
  if (result.subproblems > 1)
    add(entries, builder.getContext(), "tilings", int64_t(result.subproblems));
  entries.append("log10_space", builder.getF64FloatAttr(solution.log10Space));
  SmallVector<StringRef> reductions(solution.reductions.begin(),
                                    solution.reductions.end());
  entries.append("reductions", builder.getStrArrayAttr(reductions));
  if (solution.timeLimited)
    entries.append("time_limited", builder.getUnitAttr());
}

FailureOr<DictionaryAttr> explore::describeSearch(const Space &space,
                                                  hls::DesignAttr design,
                                                  const ExploreResult *result) {
  FailureOr<CycleBounds> bounds = space.lowerBounds(design);
  if (failed(bounds))
    return failure();
  Builder builder(space.getFunc()->getContext());
  NamedAttrList entries;
  SpaceSummary summary = space.summary();
  add(entries, builder.getContext(), "source_cycles", summary.sourceCycles);
  add(entries, builder.getContext(), "dsp_bound", summary.dspBound);
  add(entries, builder.getContext(), "bandwidth_bound", summary.bandwidthBound);
  add(entries, builder.getContext(), "lower_bound", bounds->any);
  add(entries, builder.getContext(), "design_lower_bound", bounds->design);
  SmallVector<StringRef> assumed(summary.assumed.begin(),
                                 summary.assumed.end());
  entries.append("assumed", builder.getStrArrayAttr(assumed));
  StringRef status = "manual";
  if (result) {
    status = result->solution.status == nlp::Status::Optimal ? "optimal"
                                                             : "feasible";
    addSolution(space, *result, entries);
    NamedAttrList orders;
    for (const auto &[task, count] : summary.orders)
      orders.append(task, builder.getI64IntegerAttr(count));
    entries.append("orders", orders.getDictionary(builder.getContext()));
  }
  entries.append("status", builder.getStringAttr(status));
  return entries.getDictionary(builder.getContext());
}
