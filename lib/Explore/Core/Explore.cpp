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

static std::optional<int64_t> known(Int value) {
  return value.isValid() ? std::optional(value.value()) : std::nullopt;
}

template <typename Texts>
static SmallVector<StringAttr> stringAttributes(MLIRContext *context,
                                                const Texts &texts) {
  SmallVector<StringAttr> result;
  for (const std::string &text : texts)
    result.push_back(StringAttr::get(context, text));
  return result;
}

FailureOr<hls::SearchAttr>
explore::describeSearch(const Space &space, hls::DesignAttr design,
                        const ExploreResult *result) {
  FailureOr<CycleBounds> bounds = space.lowerBounds(design);
  if (failed(bounds))
    return failure();
  MLIRContext *context = space.getFunc()->getContext();
  Builder builder(context);
  SpaceSummary summary = space.summary();
  hls::SearchStatus status = hls::SearchStatus::Manual;
  FloatAttr log10Space;
  NamedAttrList orders;
  SmallVector<StringAttr> reductions, pins;
  if (result) {
    const nlp::Solution &solution = result->solution;
    status = solution.status == nlp::Status::Optimal
                 ? hls::SearchStatus::Optimal
                 : hls::SearchStatus::Feasible;
    log10Space = builder.getF64FloatAttr(solution.log10Space);
    reductions = stringAttributes(context, solution.reductions);
    for (const nlp::Pin &pin : space.getPins())
      pins.push_back(builder.getStringAttr(pin.text()));
    for (const auto &[task, count] : summary.orders)
      orders.append(task, builder.getI64IntegerAttr(count));
  }
  return hls::SearchAttr::get(
      context, status, builder.getStringAttr(result ? result->scope : ""),
      known(summary.sourceCycles), known(summary.dspBound),
      known(summary.bandwidthBound), known(bounds->any), known(bounds->design),
      result ? result->bottleneckCycles : std::nullopt,
      result ? result->solution.bound : 0, result ? result->solution.nodes : 0,
      result ? std::max<int64_t>(1, result->subproblems) : 1, log10Space,
      result && result->solution.timeLimited, reductions,
      orders.getDictionary(context), pins,
      stringAttributes(context, summary.assumed));
}
