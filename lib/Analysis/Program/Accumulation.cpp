//===- Accumulation.cpp - Accumulations and sums in a local accumulator ---===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Accumulation.h"
#include "Analysis/Program/TaskGraphParts.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/Footprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

static Operation *combinationOf(const Statement &statement) {
  affine::AffineStoreOp store = statement.store;
  return store.getValueToStore().getDefiningOp();
}

bool analysis::readsWrittenOnce(const Statement &statement) {
  return llvm::count_if(statement.accesses, [&](const Access &access) {
           return !access.isWrite && access.array == statement.write().array;
         }) == 1;
}

bool analysis::accumulates(const Statement &statement, const poly::Scop &scop) {
  std::optional<unsigned> position = scop.findStatement(statement.name);
  if (!statement.accumulator || !position)
    return false;
  const poly::Reduction *known = scop.reduction(*position);
  if (readsWrittenOnce(statement) ||
      (known && known->accumulator == statement.accumulator))
    return true;
  // No term reads what another one has stored: all read old values.
  SmallVector<poly::ConflictLoop> loops(statement.innerBand.size(),
                                        poly::ConflictLoop::Counted);
  return llvm::none_of(statement.accesses, [&](const Access &access) {
    auto load = dyn_cast<affine::AffineLoadOp>(access.op);
    affine::AffineLoadOp sum = statement.accumulator;
    return load && load != sum && access.array == statement.write().array &&
           scop.conflictDistance(*position, load, loops);
  });
}

bool analysis::isFloatSum(const Statement &statement) {
  return statement.accumulator &&
         isa<arith::AddFOp, arith::SubFOp>(combinationOf(statement));
}

static bool isSum(const Statement &statement) {
  return isFloatSum(statement) ||
         (statement.accumulator &&
          isa<arith::AddIOp, arith::SubIOp>(combinationOf(statement)));
}

/// Whether the nest stores the constant +0 to every element of the array, which
/// it writes.
static bool zeroesArray(const TaskGraph &graph, const Statement &statement,
                        unsigned array) {
  auto store = cast<affine::AffineStoreOp>(statement.writeTo(array)->op);
  Value value = store.getValueToStore();
  if (!matchPattern(value, m_PosZeroFloat()) && !matchPattern(value, m_Zero()))
    return false;
  std::optional<Footprint> box = footprintOf(
      statement, array, llvm::SmallBitVector(statement.innerBand.size()));
  ArrayRef<int64_t> shape = graph.arrays[array].shape;
  return box && box->fullyWritten &&
         llvm::all_of(llvm::zip_equal(box->dims, shape), [](auto entry) {
           return std::get<0>(entry).extent == std::get<1>(entry);
         });
}

bool analysis::startsFromZero(const TaskGraph &graph, const Task &task) {
  const Statement &statement = task.only();
  if (!isSum(statement))
    return false;
  unsigned array = statement.write().array;
  const Task *writer = nullptr; // the last one before the task
  for (const Task &earlier : graph.tasks) {
    if (&earlier == &task)
      break;
    if (llvm::any_of(earlier.uses, [&](const ArrayUse &use) {
          return use.array == array && use.writes;
        }))
      writer = &earlier;
  }
  // In the same loop the zeros are stored before every run of the task.
  return writer && writer->kind == TaskKind::Compute &&
         writer->context == task.context &&
         zeroesArray(graph, writer->only(), array);
}

/// Whether each parallel loop is, alone, the subscript of one dimension.
static bool writesByLoops(const Statement &statement) {
  llvm::SmallBitVector used(statement.innerBand.size());
  for (const Subscript &subscript : statement.write().subscripts) {
    if (!subscript.simple)
      return false;
    if (!subscript.loop)
      continue;
    if (used.test(*subscript.loop))
      return false;
    used.set(*subscript.loop);
  }
  for (auto [position, loop] : llvm::enumerate(statement.innerBand))
    if (!loop.reduction && !used.test(position))
      return false;
  return true;
}

namespace {

/// Turns the conditions of a guard into bounds of a loop.
class GuardReader {
public:
  GuardReader(const Statement &statement, unsigned loop)
      : statement(statement), loop(statement.innerBand[loop]),
        context(affine::AffineForOp(this->loop.op).getContext()) {}

  std::optional<GuardBounds> run();

private:
  bool add(AffineExpr condition);
  const LoopInfo *ownLoop(Value value) const;

  const Statement &statement;
  const LoopInfo &loop;
  MLIRContext *context;
  AffineMap conditions;
  SmallVector<Value> operands;
  SmallVector<AffineExpr> lower, upper;
};

} // namespace

/// The loop of the nest whose iterator a value is; null if it is none.
const LoopInfo *GuardReader::ownLoop(Value value) const {
  for (const LoopInfo &own : statement.innerBand)
    if (affine::AffineForOp(own.op).getInductionVar() == value)
      return &own;
  return nullptr;
}

/// `condition` >= 0.
bool GuardReader::add(AffineExpr condition) {
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(condition, conditions.getNumDims(),
                                    conditions.getNumSymbols(), &flat)) ||
      flat.size() != operands.size() + 1)
    return false;
  auto runsOnce = [&](const LoopInfo *own) {
    return own && own != &loop && own->trip == 1;
  };
  int64_t coefficient = 0;
  for (auto [operand, factor] : llvm::zip(operands, flat))
    if (ownLoop(operand) == &loop)
      coefficient = factor;
  if (coefficient != 1 && coefficient != -1)
    return false;
  // What the loop is at least, or less than.
  unsigned dims = conditions.getNumDims();
  AffineExpr bound = getAffineConstantExpr(
      -coefficient * flat.back() + (coefficient < 0), context);
  for (unsigned position = 0; position < operands.size(); ++position) {
    const LoopInfo *own = ownLoop(operands[position]);
    if (flat[position] == 0 || own == &loop || runsOnce(own))
      continue;
    if (own && own->reduction)
      return false;
    bound = bound + -coefficient * flat[position] *
                        (position < dims
                             ? getAffineDimExpr(position, context)
                             : getAffineSymbolExpr(position - dims, context));
  }
  (coefficient > 0 ? lower : upper).push_back(bound);
  return true;
}

std::optional<GuardBounds> GuardReader::run() {
  affine::AffineIfOp guard = statement.guard;
  IntegerSet set = guard.getIntegerSet();
  conditions = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                              set.getConstraints(), context);
  operands.assign(guard.getOperands().begin(), guard.getOperands().end());
  affine::fullyComposeAffineMapAndOperands(&conditions, &operands);
  lower.push_back(getAffineConstantExpr(0, context));
  upper.push_back(getAffineConstantExpr(loop.trip, context));
  for (auto [index, condition] : llvm::enumerate(conditions.getResults()))
    if (set.isEq(index) || !add(condition))
      return std::nullopt;
  auto mapOf = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(conditions.getNumDims(), conditions.getNumSymbols(),
                          results, context);
  };
  return GuardBounds{mapOf(lower), mapOf(upper), operands};
}

std::optional<GuardBounds> analysis::guardBounds(const Statement &statement,
                                                 unsigned loop) {
  return GuardReader(statement, loop).run();
}

std::string analysis::whyNoRegister(const Statement &statement, unsigned loop,
                                    const poly::Scop &scop) {
  const LoopInfo &pipelined = statement.innerBand[loop];
  if (!statement.accumulator || !pipelined.reduction || pipelined.trip < 2)
    return "needs a pipelined loop that carries a reduction 'X = X op rest'; "
           "use accumulator = direct, or pipeline such a loop";
  std::optional<unsigned> position = scop.findStatement(statement.name);
  SmallVector<bool> varied = llvm::map_to_vector(
      statement.innerBand, [](const LoopInfo &l) { return l.reduction; });
  if (!position || !scop.ownsElement(*position, statement.accumulator, varied))
    return "needs a sum whose element nothing else reads while the reduction "
           "runs, and another read of the array meets it; use accumulator = "
           "direct";
  if (!statement.guard)
    return "";
  if (!guardBounds(statement, loop))
    return "needs a condition that only bounds loop '" + pipelined.name +
           "' by parallel loops or loops around the nest; use accumulator = "
           "direct";
  if (!scop.staysInside(*position))
    return "stores where the condition never holds as well, which may be "
           "outside of the array; use accumulator = direct";
  return "";
}

/// The loops of a nest whose pipelined loop carries a sum in a register.
static LogicalResult
verifyRegister(const Statement &statement, const poly::Scop &scop,
               hls::TaskPointAttr task,
               llvm::function_ref<InFlightDiagnostic()> refuse) {
  const auto *pipelined =
      llvm::find_if(statement.innerBand, [&](const LoopInfo &loop) {
        return loop.name == task.getPipelined().getValue();
      });
  if (pipelined == statement.innerBand.end())
    return refuse() << "needs a pipelined reduction loop; use accumulator = "
                       "direct";
  std::string why =
      whyNoRegister(statement, pipelined - statement.innerBand.begin(), scop);
  if (!why.empty())
    return refuse() << why;
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    if (!loop.reduction && factors[2] != 1)
      return refuse() << "holds one element, so loop '" << loop.name
                      << "' cannot be unrolled by " << factors[2];
    if (statement.guard && &loop == pipelined &&
        (factors[0] != 1 || factors[2] != 1))
      return refuse() << "replaces the condition by bounds of loop '"
                      << loop.name << "', which needs the factors 1 x "
                      << loop.trip << " x 1";
  }
  return success();
}

LogicalResult
analysis::verifyAccumulator(const Statement &statement, const poly::Scop &scop,
                            hls::TaskPointAttr task,
                            hls::ArrayPointAttr written,
                            llvm::function_ref<InFlightDiagnostic()> error) {
  hls::Accumulator kind = task.getAccumulator();
  if (kind == hls::Accumulator::Direct)
    return success();
  auto refuse = [&] {
    return error() << "the accumulator '" << hls::stringifyAccumulator(kind)
                   << "' ";
  };
  if (kind == hls::Accumulator::Register)
    return verifyRegister(statement, scop, task, refuse);
  bool reduces = llvm::any_of(statement.innerBand, [](const LoopInfo &loop) {
    return loop.reduction && loop.trip > 1;
  });
  if (!statement.accumulator || !reduces)
    return refuse() << "needs a reduction 'X = X op rest'; use accumulator = "
                       "direct";
  if (statement.guard)
    return refuse()
           << "needs a statement that always runs, and this one stands "
              "under a condition; use accumulator = direct";
  unsigned array = statement.write().array;
  if (llvm::count_if(statement.accesses,
                     [&](const Access &a) { return a.array == array; }) != 2)
    return refuse() << "needs a statement that reads the written array once, "
                       "as its accumulator; use accumulator = direct";
  if (!writesByLoops(statement))
    return refuse() << "needs a written element whose subscripts are the "
                       "parallel loops, one each; use accumulator = direct";
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    bool whole = factors[0] == 1 && factors[1] == 1 &&
                 task.getPipelined().getValue() != loop.name;
    if (loop.reduction && !whole)
      return refuse() << "sums in one iteration of the pipelined loop, so "
                         "reduction loop '"
                      << loop.name
                      << "' must run in level 2 alone (factors 1 x "
                      << "1 x " << loop.trip << ", not pipelined)";
  }
  bool hasElements =
      llvm::any_of(statement.innerBand, [](const LoopInfo &loop) {
        return !loop.reduction && loop.trip > 1;
      });
  if (kind == hls::Accumulator::LocalAdd && !hasElements)
    return refuse() << "needs several written elements; use accumulator = "
                       "local";
  bool usesSharedLoop =
      llvm::any_of(statement.write().map.getResults(), [](AffineExpr expr) {
        return expr.isSymbolicOrConstant() && !isa<AffineConstantExpr>(expr);
      });
  if (kind == hls::Accumulator::LocalAdd && usesSharedLoop)
    return refuse() << "needs written elements whose subscripts are loops of "
                       "the nest alone; use accumulator = local";
  if (kind == hls::Accumulator::LocalAdd && written.getTransfer() != 0)
    return refuse() << "adds after the whole nest, so array "
                    << written.getArray()
                    << " needs a buffer for all of it (transfer = 0)";
  return success();
}

/// Ops that a reduction may use; the written element must be a direct operand.
static bool isAccumulation(Operation *op) {
  return isa_and_nonnull<arith::AddFOp, arith::MulFOp, arith::AddIOp,
                         arith::MulIOp, arith::MaximumFOp, arith::MinimumFOp,
                         arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp,
                         arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op);
}

void analysis::findAccumulation(Statement &statement) {
  if (!statement.joined.empty())
    return; // hls-distribute joins no sums
  const Access &write = statement.write();
  Operation *combine = statement.store.getValueToStore().getDefiningOp();
  // `X - rest` accumulates too: the subtrahends are summed with their sign.
  bool subtracts = isa_and_nonnull<arith::SubFOp, arith::SubIOp>(combine);
  if (!subtracts && !isAccumulation(combine))
    return;
  for (const Access &access : statement.accesses) {
    if (access.isWrite || access.array != write.array ||
        access.map != write.map)
      continue;
    Value loaded = access.op->getResult(0);
    bool direct = loaded == combine->getOperand(0) ||
                  (!subtracts && loaded == combine->getOperand(1));
    // The element must enter exactly once, as the running value.
    if (!direct || !loaded.hasOneUse())
      continue;
    statement.accumulator = cast<affine::AffineLoadOp>(access.op);
    break;
  }
  if (!statement.accumulator)
    return;
  for (auto [position, loop] : llvm::enumerate(statement.innerBand))
    loop.reduction = loop.trip > 1 && !write.map.isFunctionOfDim(position);
}
