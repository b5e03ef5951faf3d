//===- StreamPlan.cpp - Steps from order to order -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamPlan.h"
#include "FifoArrayProcess.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using poly::OrderStage;
using poly::StreamOrder;

StreamPlan::StreamPlan(StreamOrder production, StreamOrder consumption)
    : production(std::move(production)), consumption(std::move(consumption)),
      trips(this->consumption.trips),
      produced(llvm::product_of(this->production.trips)) {}

StreamOrder talos::asOrder(hls::OrderAttr order) {
  return {llvm::to_vector(order.getTrips()), order.getElement().getValue(),
          llvm::to_vector(order.getLanes())};
}

StreamOrder talos::orderOf(hls::OrderAttr order, hls::StreamType type) {
  StreamOrder result = asOrder(order);
  MLIRContext *context = order.getContext();
  SmallVector<AffineExpr> subscripts(result.element.getResults());
  int64_t rest = type.getFifos();
  for (auto [lanes, subscript] : llvm::zip(result.lanes, subscripts)) {
    if (rest == 1 || lanes == 1)
      continue;
    subscript =
        subscript + mlir::getAffineDimExpr(result.trips.size(), context);
    result.trips.push_back(lanes);
    rest /= lanes;
    lanes = 1;
  }
  result.element = AffineMap::get(result.trips.size(), 0, subscripts, context);
  return result;
}

hls::OrderAttr talos::firstUses(hls::OrderAttr order) {
  AffineMap element = order.getElement().getValue();
  MLIRContext *context = order.getContext();
  SmallVector<int64_t> trips;
  SmallVector<AffineExpr> dims;
  for (auto [loop, trip] : llvm::enumerate(order.getTrips())) {
    bool moves = element.isFunctionOfDim(loop);
    dims.push_back(moves ? getAffineDimExpr(trips.size(), context)
                         : getAffineConstantExpr(0, context));
    if (moves)
      trips.push_back(trip);
  }
  if (trips.empty())
    trips.push_back(1);
  AffineMap moved = element.replaceDimsAndSymbols(
      dims, /*symReplacements=*/{}, trips.size(), /*numResultSyms=*/0);
  return hls::OrderAttr::get(context, trips, AffineMapAttr::get(moved),
                             order.getLanes());
}

/// Its stages, from production to consumption; an error is reported.
FailureOr<std::vector<OrderStage>>
StreamPlanner::stagesOf(const StreamPlan &plan) const {
  llvm::Expected<std::vector<OrderStage>> stages =
      poly::stagesBetween(plan.production, plan.consumption);
  if (!stages)
    return op->emitError("stream '")
           << stream << "': " << llvm::toString(stages.takeError());
  return std::move(*stages);
}

LogicalResult StreamPlanner::addStages(StreamPlan &plan,
                                       ArrayRef<OrderStage> stages) const {
  static constexpr StringLiteral between[] = {"grouped", "ordered", "held",
                                              "whole"};
  for (const OrderStage &stage : stages) {
    if (stage.kind == OrderStage::Regroup)
      continue;
    if (!stage.place || (stage.kind == OrderStage::Hold && !stage.first))
      return op->emitError("the order of stream '")
             << stream
             << "' takes more than one affine expression; write its processes "
                "by hand";
    plan.steps.push_back({StreamStep::Between, stage, between[stage.kind]});
  }
  return success();
}

FailureOr<StreamPlan> StreamPlanner::replay(hls::OrderAttr first,
                                            hls::OrderAttr used) const {
  StreamPlan plan(asOrder(first), asOrder(used));
  FailureOr<std::vector<OrderStage>> stages = stagesOf(plan);
  if (failed(stages) || failed(addStages(plan, *stages)))
    return failure();
  return plan;
}

/// The order is that of boxes whose last dimension is the lanes of a token.
static bool hasBoxes(const TokenOrder &tokens) {
  ArrayRef<int64_t> lanes = tokens.order.getLanes();
  return !lanes.empty() && lanes.back() == tokens.type.getLanes();
}

/// The token that the n-th iteration of the loops takes.
static AffineMap placeOfNumber(const OrderStage &stage,
                               ArrayRef<int64_t> trips) {
  AffineExpr n = getAffineDimExpr(0, stage.place.getContext());
  SmallVector<AffineExpr> iterators(trips.size());
  int64_t inner = 1;
  for (size_t loop = trips.size(); loop-- > 0;) {
    iterators[loop] = n.floorDiv(inner);
    if (loop > 0)
      iterators[loop] = iterators[loop] % trips[loop];
    inner *= trips[loop];
  }
  return AffineMap::get(
      1, 0,
      simplifyAffineExpr(stage.place.getResult(0).replaceDims(iterators), 1,
                         0));
}

/// What moves blocks of boxes; none where tokens come again, or leave by more
/// than one expression.
static std::optional<BankedReorder> reorderOf(const StreamPlan &plan,
                                              const BoxSplit &split,
                                              ArrayRef<OrderStage> stages) {
  const OrderStage &stage = stages.front();
  if (stages.size() > 1 || !stage.place ||
      (stage.kind != OrderStage::Reorder && stage.kind != OrderStage::Buffer))
    return std::nullopt;
  bool isAll = stage.kind == OrderStage::Buffer;
  BankedReorder result{split, plan.produced};
  result.block = isAll ? plan.produced : stage.block;
  result.place =
      isAll ? placeOfNumber(stage, plan.consumption.trips) : stage.place;
  if (result.block % split.together() != 0)
    return std::nullopt;
  if (split.together() == 1 || !split.deals)
    return result;
  llvm::Expected<poly::OrderBanks> banks =
      poly::banksOfLeaving(result.place, result.block, split.parts);
  if (!banks) {
    llvm::consumeError(banks.takeError());
    return std::nullopt;
  }
  result.banks = *banks;
  return result;
}

/// One step, where each token is used once; none where boxes cannot move whole.
std::optional<StreamPlan> StreamPlanner::inBoxes(const TokenOrder &from,
                                                 const TokenOrder &to) const {
  if (!(from.type.isArray() || to.type.isArray()) || !hasBoxes(from) ||
      !hasBoxes(to))
    return std::nullopt;
  StreamOrder production = asOrder(from.order), consumption = asOrder(to.order);
  std::optional<BoxSplit> split = splitOf(production, consumption);
  if (!split)
    return std::nullopt;
  StreamPlan plan(inParts(production, *split), inParts(consumption, *split));
  plan.isWide = true;
  if (llvm::product_of(plan.consumption.trips) != plan.produced)
    return std::nullopt;
  llvm::Expected<std::vector<OrderStage>> stages =
      poly::stagesBetween(plan.production, plan.consumption);
  if (!stages) {
    llvm::consumeError(stages.takeError());
    return std::nullopt;
  }
  bool isOne = split->together() == 1;
  if (stages->empty() && isOne)
    return plan;
  if (stages->empty()) {
    plan.steps.push_back({split->deals ? StreamStep::Deal : StreamStep::Collect,
                          {},
                          split->deals ? "dealt" : "collected",
                          {*split, plan.produced}});
    return plan;
  }
  std::optional<BankedReorder> reorder = reorderOf(plan, *split, *stages);
  if (!reorder)
    return std::nullopt;
  plan.steps.push_back({StreamStep::Banked, {}, "ordered", *reorder});
  return plan;
}

FailureOr<StreamPlan> StreamPlanner::between(const TokenOrder &from,
                                             const TokenOrder &to) const {
  if (std::optional<StreamPlan> plan = inBoxes(from, to))
    return std::move(*plan);
  StreamPlan plan(orderOf(from.order, from.type), orderOf(to.order, to.type));
  FailureOr<std::vector<OrderStage>> found = stagesOf(plan);
  if (failed(found))
    return failure();
  const std::vector<OrderStage> &stages = *found;
  if (stages.empty() && from.type == to.type)
    return plan;
  bool regroups = !stages.empty() && stages.front().kind == OrderStage::Regroup;
  if (regroups) {
    llvm::append_range(plan.trips, plan.consumption.lanes);
    plan.produced *= llvm::product_of(plan.production.lanes);
  }
  if (from.type.isArray())
    plan.steps.push_back({StreamStep::Collect,
                          {},
                          "collected",
                          {oneByOne(from.type, /*deals=*/false),
                           llvm::product_of(plan.production.trips)}});
  if (regroups && from.type.getLanes() > 1)
    plan.steps.push_back({StreamStep::Unpack, {}, "elements"});
  if (failed(addStages(plan, stages)))
    return failure();
  if (regroups && to.type.getLanes() > 1)
    plan.steps.push_back({StreamStep::Pack, {}, "packed"});
  if (to.type.isArray())
    plan.steps.push_back({StreamStep::Deal,
                          {},
                          "dealt",
                          {oneByOne(to.type, /*deals=*/true),
                           llvm::product_of(plan.consumption.trips)}});
  return plan;
}
