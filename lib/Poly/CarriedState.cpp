//===- CarriedState.cpp - What iterations leave to later ones -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Poly/CarriedState.h"
#include "ScopImpl.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Dialect/HLS/Skips.h"
#include "isl/options.h"

using namespace mlir;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace talos::poly {

/// What isl may spend on one array: some seconds at most.
static constexpr unsigned long MaxOperations = 500'000'000;

namespace {

/// Iterators by the values that they are in the IR.
struct Iterators {
  SmallVector<AffineForOp> loops; ///< outermost first
  Strings names;

  void add(AffineForOp loop) {
    names.push_back("i" + std::to_string(loops.size()));
    loops.push_back(loop);
  }
  FailureOr<Strings> texts(AffineMap map, ValueRange operands,
                           Operation *user) const;
  FailureOr<std::string> bounds(AffineForOp loop) const;
};

/// An access with the iterations in which it happens.
struct Event {
  Operation *op;
  bool isStore;
  isl::map element; ///< iterators of the flattened loops to the element
};

class StateQuery {
public:
  StateQuery(AffineForOp pipelined, Value memory)
      : ctx(isl_ctx_alloc()), memory(memory), pipelined(pipelined) {
    isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
    SmallVector<AffineForOp> around;
    for (Operation *op = pipelined; op; op = op->getParentOp())
      if (auto loop = dyn_cast<AffineForOp>(op))
        around.push_back(loop);
    for (AffineForOp loop : llvm::reverse(around))
      outer.add(loop);
  }
  FailureOr<CarriedState> run();

private:
  FailureOr<isl::set> domainOf(Operation *op, Iterators &all) const;
  FailureOr<isl::set> conditionOf(AffineIfOp condition, bool isElse,
                                  const Iterators &all) const;
  LogicalResult collect(Operation *op);
  isl::map flatten() const;
  int64_t iterationsOfSkipped() const;
  isl::set apartOf(const isl::map &meets, const isl::map &flat) const;
  int64_t distance() const;
  Operation *unwritten() const;
  isl::set readSet(const std::string &text) const {
    return isl::manage(isl_set_read_from_str(ctx.get(), text.c_str()));
  }
  isl::map readMap(const std::string &text) const {
    return isl::manage(isl_map_read_from_str(ctx.get(), text.c_str()));
  }

  std::unique_ptr<isl_ctx, IslContextDeleter> ctx;
  Value memory;
  AffineForOp pipelined;
  Iterators outer; ///< of the flattened loops
  hls::Skips skips;
  std::vector<Event> events;
};

} // namespace

FailureOr<Strings> Iterators::texts(AffineMap map, ValueRange values,
                                    Operation *user) const {
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  Strings inputs;
  for (Value operand : operands) {
    const auto *at =
        llvm::find(loops, affine::getForInductionVarOwner(operand));
    if (at == loops.end())
      return user->emitOpError("depends on a value that is no iterator of the "
                               "process; its state cannot be analysed");
    inputs.push_back(names[at - loops.begin()]);
  }
  Strings dims(inputs.begin(), inputs.begin() + map.getNumDims()),
      symbols(inputs.begin() + map.getNumDims(), inputs.end());
  Strings results;
  for (AffineExpr expr : map.getResults()) {
    results.push_back(islText(expr, dims, symbols));
    if (results.back().empty())
      return user->emitOpError("has an expression that is not affine");
  }
  return results;
}

FailureOr<std::string> Iterators::bounds(AffineForOp loop) const {
  FailureOr<Strings> lower =
      texts(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), loop);
  FailureOr<Strings> upper =
      texts(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), loop);
  if (failed(lower) || failed(upper))
    return failure();
  const std::string &name = names[llvm::find(loops, loop) - loops.begin()];
  std::string text = "1 = 1";
  for (const std::string &one : *lower)
    text += " and " + name + " >= " + one;
  for (const std::string &one : *upper)
    text += " and " + name + " < " + one;
  if (loop.getStepAsInt() != 1)
    text += " and (" + name + " - (" + lower->front() + ")) mod " +
            std::to_string(loop.getStepAsInt()) + " = 0";
  return text;
}

FailureOr<isl::set> StateQuery::conditionOf(AffineIfOp condition, bool isElse,
                                            const Iterators &all) const {
  IntegerSet set = condition.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  FailureOr<Strings> texts = all.texts(map, condition.getOperands(), condition);
  if (failed(texts))
    return failure();
  std::string tuple = "[" + commaList(all.names) + "]", holds = "1 = 1";
  for (auto [index, text] : llvm::enumerate(*texts))
    holds += " and " + text + (set.isEq(index) ? " = 0" : " >= 0");
  isl::set where = readSet("{ " + tuple + " : " + holds + " }");
  return isElse ? readSet("{ " + tuple + " }").subtract(where) : where;
}

/// The iterations in which an op is executed; `all` gets the loops around it.
FailureOr<isl::set> StateQuery::domainOf(Operation *op, Iterators &all) const {
  SmallVector<AffineForOp> inner;
  for (Operation *at = op->getParentOp(); at != pipelined;
       at = at->getParentOp())
    if (auto loop = dyn_cast<AffineForOp>(at))
      inner.push_back(loop);
  all = outer;
  for (AffineForOp loop : llvm::reverse(inner))
    all.add(loop);
  std::string constraints = "1 = 1";
  for (AffineForOp loop : all.loops) {
    FailureOr<std::string> text = all.bounds(loop);
    if (failed(text))
      return failure();
    constraints += " and " + *text;
  }
  isl::set domain =
      readSet("{ [" + commaList(all.names) + "] : " + constraints + " }");
  for (IntegerSet set : skips.sets) {
    std::string holds = "1 = 1";
    for (AffineExpr expr : set.getConstraints())
      holds += " and " + islText(expr, outer.names, {}) + " >= 0";
    domain = domain.subtract(
        readSet("{ [" + commaList(all.names) + "] : " + holds + " }"));
  }
  for (Operation *at = op; at != pipelined; at = at->getParentOp()) {
    auto condition = dyn_cast<AffineIfOp>(at->getParentOp());
    if (!condition)
      continue;
    bool isElse =
        condition.hasElse() && at->getBlock() == condition.getElseBlock();
    FailureOr<isl::set> where = conditionOf(condition, isElse, all);
    if (failed(where))
      return failure();
    domain = domain.intersect(*where);
  }
  return domain;
}

LogicalResult StateQuery::collect(Operation *op) {
  auto read = dyn_cast<affine::AffineReadOpInterface>(op);
  auto write = dyn_cast<affine::AffineWriteOpInterface>(op);
  if ((!read && !write) ||
      (read ? read.getMemRef() : write.getMemRef()) != memory)
    return success();
  Iterators all;
  FailureOr<isl::set> domain = domainOf(op, all);
  if (failed(domain))
    return failure();
  FailureOr<Strings> subscripts =
      read ? all.texts(read.getAffineMap(), read.getMapOperands(), op)
           : all.texts(write.getAffineMap(), write.getMapOperands(), op);
  if (failed(subscripts))
    return failure();
  isl::map element = readMap("{ [" + commaList(all.names) + "] -> [" +
                             commaList(*subscripts) + "] }")
                         .intersect_domain(*domain);
  isl_map *moving = element.release();
  unsigned unrolled = all.names.size() - outer.names.size();
  moving =
      isl_map_project_out(moving, isl_dim_in, outer.names.size(), unrolled);
  events.push_back({op, bool(write), isl::manage(moving)});
  return success();
}

/// Iterations to their number; null where bounds vary. Where iterations are
/// left out, to the number within the loop that does so and, before it, that of
/// this loop's iteration.
isl::map StateQuery::flatten() const {
  std::string number = "0", skipped;
  for (auto [op, name] : llvm::zip(outer.loops, outer.names)) {
    AffineForOp loop = op;
    if (!loop.hasConstantBounds())
      return {};
    int64_t trips = llvm::divideCeil(
        std::max<int64_t>(
            loop.getConstantUpperBound() - loop.getConstantLowerBound(), 0),
        loop.getStepAsInt());
    number = std::to_string(trips) + "*(" + number + ") + floor((" + name +
             " - " + std::to_string(loop.getConstantLowerBound()) + ")/" +
             std::to_string(loop.getStepAsInt()) + ")";
    if (loop.getOperation() == skips.loop) {
      skipped = number + ", ";
      number = "0";
    }
  }
  return readMap("{ [" + commaList(outer.names) + "] -> [" + skipped + number +
                 "] }");
}

/// Iterations inside of one of the loop that leaves some out.
int64_t StateQuery::iterationsOfSkipped() const {
  int64_t product = 1;
  for (AffineForOp loop : llvm::reverse(outer.loops)) {
    if (loop.getOperation() == skips.loop)
      break;
    product *= llvm::divideCeil(loop.getConstantUpperBound() -
                                    loop.getConstantLowerBound(),
                                loop.getStepAsInt());
  }
  return product;
}

/// How many iterations later, at least: those that are left out may be all that
/// are in between but one of the loop.
isl::set StateQuery::apartOf(const isl::map &meets,
                             const isl::map &flat) const {
  isl::set apart = meets.apply_domain(flat).apply_range(flat).deltas();
  if (skips.loop)
    apart =
        apart.apply(readMap("{ [0, d] -> [d] }")
                        .unite(readMap("{ [l, d] -> [" +
                                       std::to_string(iterationsOfSkipped()) +
                                       " + d] : l >= 1 }")));
  return apart.intersect(readSet("{ [d] : d >= 1 }"));
}

int64_t StateQuery::distance() const {
  isl::map flat = flatten();
  int64_t least = 0;
  for (const Event &store : events)
    for (const Event &load : events) {
      if (!store.isStore || load.isStore)
        continue;
      isl::map meets = store.element.apply_range(load.element.reverse());
      if (flat.is_null())
        return 1;
      isl::set apart = apartOf(meets, flat);
      if (apart.is_empty().is_true())
        continue;
      std::optional<int64_t> here =
          toInt(isl::manage(isl_set_dim_min_val(apart.release(), /*pos=*/0)));
      if (!here)
        return 1;
      least = least == 0 ? *here : std::min(least, *here);
    }
  return least;
}

Operation *StateQuery::unwritten() const {
  isl_space *space = isl_space_set_alloc(ctx.get(), 0, outer.names.size());
  isl::map notBefore = isl::manage(isl_map_lex_ge(space));
  for (const Event &load : events) {
    if (load.isStore)
      continue;
    isl::map open = load.element;
    for (const Event &store : events)
      if (store.isStore)
        open = open.subtract(notBefore.apply_range(store.element));
    if (open.is_empty().is_false())
      return load.op;
  }
  return nullptr;
}

FailureOr<CarriedState> StateQuery::run() {
  FailureOr<hls::Skips> found = hls::skipsOfLoops(outer.loops);
  if (failed(found))
    return failure();
  skips = std::move(*found);
  WalkResult walk = pipelined.getBody()->walk([&](Operation *op) {
    return failed(collect(op)) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  isl_ctx_set_max_operations(ctx.get(), MaxOperations);
  CarriedState state;
  state.distance = distance();
  state.unwritten = unwritten();
  return state;
}

FailureOr<CarriedState> carriedState(AffineForOp pipelined, Value memory) {
  return StateQuery(pipelined, memory).run();
}

} // namespace talos::poly
