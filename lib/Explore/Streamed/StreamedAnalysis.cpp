//===- StreamedAnalysis.cpp - Finds nests that streams join ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedAgain.h"
#include "Explore/Streamed/StreamedExtents.h"
#include "Explore/Streamed/StreamedOperations.h"
#include "talos/Analysis/GuardRows.h"
#include "talos/Analysis/RowTiles.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Cost/Cost.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/InitialValue.h"
#include "talos/Dialect/HLS/Worker.h"
#include "talos/Poly/Scop.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// All orders of so many loops are looked at.
static constexpr size_t mostLoops = 6;

namespace {
class Analyzer {
public:
  Analyzer(func::FuncOp func, const target::Target &target,
           const StreamedAnalysis &options)
      : func(func), target(target), options(options) {}
  FailureOr<StreamedProgram> run();

private:
  LogicalResult add(const analysis::Task &task);
  LogicalResult addOrBuffer(ArrayRef<const analysis::Task *> tasks,
                            SmallVector<Diagnostic> &reasons);
  LogicalResult addAll();
  LogicalResult cutTask(affine::AffineForOp root, StringRef name,
                        StreamedTask &task);
  LogicalResult addBuffered(affine::AffineForOp root, StringRef name);
  FailureOr<StreamedAccess> access(const analysis::Statement &statement,
                                   const analysis::Access &access);
  LogicalResult follow();
  LogicalResult checkMemory();

  func::FuncOp func;
  const target::Target &target;
  const StreamedAnalysis &options;
  analysis::TaskGraph graph;
  StreamedProgram program;
  std::vector<std::vector<Operation *>> reads; ///< by nest: of each operand
  std::map<std::string, unsigned> workers; ///< first ones, by what was split
};
} // namespace

FailureOr<StreamedAccess> Analyzer::access(const analysis::Statement &statement,
                                           const analysis::Access &access) {
  StreamedAccess result;
  result.array = access.array;
  for (const analysis::Subscript &subscript : access.subscripts) {
    if (!subscript.simple || !subscript.loop || subscript.offset != 0 ||
        result.has(*subscript.loop))
      return access.op->emitError(
          "each subscript of a streamed nest is one of its loops, a loop "
          "stands in one subscript of an array alone; use space=shared");
    int64_t trip = statement.innerBand[*subscript.loop].trip,
            extent = program.arrays[access.array].shape[result.dims.size()];
    if (trip != extent)
      return access.op->emitError("uses ")
             << trip << " of " << extent << " elements of array '"
             << program.arrays[access.array].name
             << "' along a dimension; a nest that is streamed uses whole "
                "arrays; use space=shared";
    result.dims.push_back(*subscript.loop);
  }
  if (result.dims.empty())
    return access.op->emitError(
        "an array without dimensions has no order to be "
        "streamed in; make it one of one element, or "
        "use space=shared");
  return result;
}

/// Each operand has all loops that sum and, if neither of these does, one of
/// them.
static bool boundsOperands(const StreamedNestInfo &nest, unsigned first,
                           unsigned second) {
  bool isOfSum = nest.loops[first].reduces || nest.loops[second].reduces;
  return llvm::all_of(nest.operands, [&](const StreamedAccess &operand) {
    bool sums = true;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      sums &= !nest.loops[loop].reduces || operand.has(loop);
    return sums && (isOfSum || operand.has(first) != operand.has(second));
  });
}

/// Of the two loops.
static int64_t pointsInside(const StreamedNestInfo &nest,
                            const StreamedOutside &outside) {
  int64_t points = 0, ys = nest.loops[outside.second].trip;
  for (int64_t x = 0; x < nest.loops[outside.first].trip; ++x) {
    // Those with b y >= -rest.
    int64_t rest = outside.a * x + outside.constant,
            bound = llvm::divideFloorSigned(rest, std::abs(outside.b)),
            inside = outside.b < 0 ? bound + 1 : ys + bound;
    points += std::clamp<int64_t>(inside, 0, ys);
  }
  return points;
}

/// A constraint between two loops, of a nest that leaves out what is outside.
/// Of more of them the first one is taken: the others leave out more. Each loop
/// that does not sum has to be one that an operand has not, and each operand
/// has to lack one of them alone, so that its tokens are used for the first
/// time where this loop begins.
static std::optional<StreamedOutside>
outsideOf(const analysis::Statement &statement, const StreamedNestInfo &nest) {
  std::set<unsigned> lacked;
  for (const StreamedAccess &operand : nest.operands) {
    unsigned count = 0;
    for (unsigned loop : nest.parallel())
      if (!operand.has(loop)) {
        lacked.insert(loop);
        ++count;
      }
    if (count != 1)
      return std::nullopt;
  }
  if (lacked.size() != nest.parallel().size() ||
      nest.loops.size() != lacked.size() + 1)
    return std::nullopt;
  std::vector<analysis::GuardRow> rows = analysis::guardRows(statement);
  for (const analysis::GuardRow &row : rows) {
    std::vector<unsigned> loops;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (row[loop] != 0)
        loops.push_back(loop);
    if (loops.size() != 2)
      continue;
    StreamedOutside outside{loops[0], loops[1], row[loops[0]], row[loops[1]],
                            row.back()};
    // Others may leave out more.
    if (rows.size() == 1) {
      outside.points = pointsInside(nest, outside);
      outside.boundsOperands = boundsOperands(nest, loops[0], loops[1]);
    }
    return outside;
  }
  return std::nullopt;
}

/// Null of an array that is no argument, or has no such attribute.
static StringAttr argumentAttr(func::FuncOp func,
                               const analysis::ArrayInfo &array,
                               StringRef name) {
  auto argument = dyn_cast<BlockArgument>(array.value);
  return argument
             ? func.getArgAttrOfType<StringAttr>(argument.getArgNumber(), name)
             : StringAttr();
}

static bool isAsInC(func::FuncOp func, const analysis::ArrayInfo &array) {
  StringAttr layout = argumentAttr(func, array, hls::layoutAttrName);
  return layout && layout.getValue() == "natural";
}

/// The array that this one is a copy of in memory.
static std::optional<unsigned> originalOf(func::FuncOp func,
                                          const analysis::ArrayInfo &copy,
                                          ArrayRef<StreamedArrayInfo> arrays) {
  StringAttr name = argumentAttr(func, copy, hls::copyOfAttrName);
  for (auto [number, array] : llvm::enumerate(arrays))
    if (name && array.name == name.getValue())
      return number;
  return std::nullopt;
}

LogicalResult Analyzer::add(const analysis::Task &task) {
  if (task.kind != analysis::TaskKind::Compute || task.context)
    return task.root()->emitError(
        "this nest fits no stream, since it shares a loop with others or is "
        "not affine; use space=shared");
  const analysis::Statement &statement = task.only();
  if (!statement.joined.empty())
    return task.root()->emitError("a nest that is streamed has one statement; "
                                  "use space=shared");
  StreamedNestInfo nest;
  nest.name = task.name;
  nest.place = task.root()->getLoc();
  FailureOr<StreamedAccess> result = access(statement, statement.write());
  if (failed(result))
    return failure();
  static_cast<StreamedAccess &>(nest.result) = *result;
  // Iterations that store an element again, of which the last one counts, end
  // like those of a sum.
  bool replaces =
      llvm::none_of(statement.accesses, [&](const analysis::Access &read) {
        return !read.isWrite && read.array == nest.result.array;
      });
  for (auto [number, loop] : llvm::enumerate(statement.innerBand)) {
    bool reduces = !nest.result.has(number);
    if (reduces && !loop.reduction && loop.trip > 1 && !replaces)
      return emitError(loop.op->getLoc())
             << ("of a nest that is streamed, every loop moves "
                 "the stored element or sums; use space=shared");
    // Those that are filled up are outside of a domain.
    bool isFixed = !statement.guard && !loop.reduction && loop.trip > 1;
    nest.loops.push_back({loop.name, loop.trip, reduces, reduces && isFixed});
  }
  reads.emplace_back();
  for (const analysis::Access &read : statement.accesses) {
    if (read.isWrite)
      continue;
    FailureOr<StreamedAccess> operand = access(statement, read);
    if (failed(operand))
      return failure();
    bool isOld = operand->array == nest.result.array;
    if (isOld && operand->dims != nest.result.dims)
      return read.op->emitError(
          "reads other elements of the array than the nest stores in the "
          "iteration; a nest that is streamed has one order of an array that "
          "it stores; use space=shared");
    nest.result.readsOld |= isOld;
    bool isKnown =
        llvm::any_of(nest.operands, [&](const StreamedAccess &other) {
          return other.array == operand->array && other.dims == operand->dims;
        });
    if (isOld || isKnown)
      continue;
    nest.operands.push_back(*operand);
    reads.back().push_back(read.op);
  }
  nest.outside = outsideOf(statement, nest);
  nest.isGuarded = static_cast<bool>(statement.guard);
  // Outside of its domain the nest leaves the array as it was.
  nest.result.needsOld = nest.result.readsOld || statement.guard;
  affine::AffineStoreOp store = statement.store;
  nest.isFilled = store->hasAttr(hls::initialAttrName);
  if (auto worker = hls::Worker::of(store->getAttr(hls::workerAttrName))) {
    nest.worker = worker->number;
    nest.firstWorker =
        workers.try_emplace(worker->nest, program.nests.size()).first->second;
  }
  if (failed(findOperations(statement, target, options.treeReduction, nest)))
    return failure();
  if (nest.loops.size() > mostLoops)
    return task.root()->emitError("a nest that is streamed has at most ")
           << mostLoops << " loops; use space=shared";
  if (!nest.reduces()) {
    nest.orders.push_back(nest.result.dims);
  } else {
    std::vector<unsigned> order = nest.parallel();
    do
      nest.orders.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
  }
  program.nests.push_back(std::move(nest));
  return success();
}

/// Who stores what others use.
LogicalResult Analyzer::follow() {
  std::map<unsigned, int> last;
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    auto take = [&](StreamedAccess &access) {
      auto stored = last.find(access.array);
      access.producer = stored == last.end() ? -1 : stored->second;
      if (access.producer < 0)
        ++program.arrays[access.array].uses;
    };
    for (StreamedAccess &operand : nest.operands)
      take(operand);
    for (const StreamedResult &own : nest.results()) {
      StreamedResult &result = nest.resultOf(own.array);
      // What nobody has set before holds nothing that could be passed on.
      bool isOffChip = program.arrays[result.array].isOffChip,
           isUnset = !isOffChip && (nest.task || !result.readsOld);
      if (nest.isFilled || (isUnset && !last.count(result.array)))
        result.needsOld = false;
      if (result.needsOld)
        take(result);
    }
    for (const StreamedResult &own : nest.results())
      last[own.array] = number;
  }
  for (auto [array, nest] : last)
    program.nests[nest].resultOf(array).isLast =
        program.arrays[array].isOffChip;
  return success();
}

/// A new element must not reach memory before the old one is loaded.
LogicalResult Analyzer::checkMemory() {
  std::unique_ptr<poly::Scop> scop;
  for (unsigned number = 0; number < program.arrays.size(); ++number) {
    bool isStored = false;
    Operation *used = nullptr; // the first one of memory
    for (auto [own, nest] : llvm::zip_equal(reads, program.nests)) {
      // A task has its old values whole before it stores one of them.
      const StreamedResult &result = nest.resultOf(number);
      bool isWhole = nest.task && result.needsOld && result.producer < 0;
      isStored |= nest.storesLast(number) && !isWhole;
      for (auto [read, operand] : llvm::zip_equal(own, nest.operands))
        if (!used && operand.array == number && operand.producer < 0)
          used = read;
    }
    if (!isStored || !used)
      continue;
    if (!scop) {
      FailureOr<std::unique_ptr<poly::Scop>> built = poly::Scop::build(func);
      if (failed(built))
        return failure();
      scop = std::move(*built);
    }
    Value value = graph.arrays[number].value;
    auto position =
        llvm::find_if(scop->arrays(), [&](const poly::Array &known) {
          return known.value == value;
        });
    if (!scop->storesFollowLoads(position - scop->arrays().begin()))
      return used->emitError("elements of array '")
             << program.arrays[number].name
             << "', used here from memory, are stored that do not follow from "
                "what they were: the old ones may not be loaded yet; use a "
                "copy of the array, or space=shared";
  }
  return success();
}

/// The accesses of an array row by row: a loop a dimension.
static StreamedAccess addRows(StreamedNestInfo &nest, unsigned number,
                              const StreamedArrayInfo &array) {
  StreamedAccess access;
  access.array = number;
  for (auto [dim, extent] : llvm::enumerate(array.shape)) {
    access.dims.push_back(nest.loops.size());
    nest.loops.push_back({array.name + std::to_string(dim), extent});
  }
  return access;
}

/// Buffers are of a tile: two of each, or three where the result is there
/// before.
LogicalResult Analyzer::cutTask(affine::AffineForOp root, StringRef name,
                                StreamedTask &task) {
  func::FuncOp own = task.function.func;
  std::optional<analysis::RowTiles> tiles = analysis::rowTilesOf(own);
  if (tiles)
    task.rows = tiles->rows;
  auto asked = options.tiles.find(name.str());
  if (asked == options.tiles.end() || asked->second == 1)
    return success();
  if (!tiles)
    return root.emitError("task '")
           << name
           << "' has no tiles: its outermost loop goes through all rows of an "
              "array in the first subscript alone, and moves nothing else, in "
              "a task that has; leave out the pin "
           << name << ".tiles";
  if (task.rows % asked->second != 0 || asked->second < analysis::leastTiles)
    return root.emitError("task '")
           << name << "' has " << task.rows
           << " rows; tiles are a divisor of these, and "
           << analysis::leastTiles << " or more, not " << asked->second;
  task.tiles = asked->second;
  for (BlockArgument argument : own.getArguments())
    if (isa<MemRefType>(argument.getType()))
      task.moves.push_back(tiles->moves(argument));
  analysis::cutToTile(own, *tiles, task.rows / task.tiles);
  return success();
}

/// What the loop holds becomes a task.
LogicalResult Analyzer::addBuffered(affine::AffineForOp root, StringRef name) {
  auto task = std::make_shared<StreamedTask>();
  FailureOr<analysis::NestFunction> function = analysis::nestFunction(root);
  if (failed(function))
    return failure();
  task->function = std::move(*function);
  if (failed(cutTask(root, name, *task)))
    return failure();
  SpaceOptions own;
  own.treeReduction = options.treeReduction;
  own.usablePercent = 100;
  own.pairsProducts = false; // nor what is packed, or copied, below
  FailureOr<DesignSpace> space =
      buildDesignSpace(task->function.func, target, own);
  if (failed(space))
    return failure();
  task->space = std::move(*space);
  StreamedNestInfo nest;
  nest.name = name.str();
  nest.place = root.getLoc();
  std::vector<StreamedResult> results;
  reads.emplace_back();
  for (auto [own, array] : llvm::enumerate(task->space.arrays)) {
    task->arrays.push_back(array.shape.name);
    array.shape.name = nest.name + "." + array.shape.name;
    array.offersCopies = false;
    array.wordElements.clear();
    bool loaded = std::exchange(array.shape.loaded, false),
         stored = std::exchange(array.shape.stored, false);
    task->numbers.push_back(-1);
    if (!loaded && !stored)
      continue; // nobody else has it
    Value value = task->function.operands[own];
    const auto *known =
        llvm::find_if(graph.arrays, [&](const analysis::ArrayInfo &info) {
          return info.value == value;
        });
    unsigned number = task->numbers.back() = known - graph.arrays.begin();
    if (known->shape.empty())
      return root.emitError("an array without dimensions has no order to be "
                            "streamed in; make it one of one element, or use "
                            "space=shared");
    StreamedAccess access = addRows(nest, number, program.arrays[number]);
    if (stored) {
      results.push_back({access, /*needsOld=*/loaded, /*readsOld=*/loaded});
    } else {
      nest.operands.push_back(access);
      reads.back().push_back(root);
    }
  }
  if (results.empty())
    return root.emitError("stores nothing that another nest, or memory, takes");
  nest.result = results.front();
  nest.others.assign(results.begin() + 1, results.end());
  if (task->isTiled()) {
    bool changes = llvm::any_of(
        results, [](const StreamedResult &own) { return own.needsOld; });
    task->copies = changes ? 3 : 2;
    task->moves.resize(task->space.arrays.size(), false);
    for (auto [array, moves] : llvm::zip_equal(task->space.arrays, task->moves))
      array.shape.buffers = moves ? task->copies : 1;
  }
  nest.orders.emplace_back();
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    nest.orders.back().push_back(loop);
  nest.task = std::move(task);
  program.nests.push_back(std::move(nest));
  return success();
}

/// The tasks of one op of the function's body.
LogicalResult Analyzer::addOrBuffer(ArrayRef<const analysis::Task *> tasks,
                                    SmallVector<Diagnostic> &reasons) {
  StringRef name = tasks.front()->name;
  if (options.streams.count(name.str()))
    return add(*tasks.front());
  LogicalResult fits = failure();
  if (!options.tasks.count(name.str())) {
    ScopedDiagnosticHandler hold(func.getContext(), [&](Diagnostic &diag) {
      reasons.push_back(std::move(diag));
      return success();
    });
    size_t nests = program.nests.size();
    fits = add(*tasks.front());
    if (failed(fits)) {
      program.nests.resize(nests);
      reads.resize(nests);
    }
  }
  Operation *root =
      func.getBody().front().findAncestorOpInBlock(*tasks.front()->root());
  auto loop = dyn_cast<affine::AffineForOp>(root);
  bool isAffine = llvm::all_of(tasks, [](const analysis::Task *task) {
    return task->kind == analysis::TaskKind::Compute;
  });
  if (succeeded(fits))
    return success();
  if (!loop || !isAffine) {
    if (!options.tasks.count(name.str()))
      return failure();
    return root->emitError("is no affine loop: no task between streams");
  }
  return addBuffered(loop, name);
}

/// Without a nest that fits a stream there is no network, and the first reason
/// is said.
LogicalResult Analyzer::addAll() {
  SmallVector<Diagnostic> reasons;
  auto sayFirst = [&]() -> LogicalResult {
    if (!reasons.empty())
      func.getContext()->getDiagEngine().emit(std::move(reasons.front()));
    return failure();
  };
  for (size_t first = 0; first < graph.tasks.size();) {
    if (!options.mayHaveTasks &&
        !options.tasks.count(graph.tasks[first].name)) {
      if (failed(add(graph.tasks[first++])))
        return failure();
      continue;
    }
    Block &body = func.getBody().front();
    Operation *root = body.findAncestorOpInBlock(*graph.tasks[first].root());
    SmallVector<const analysis::Task *> tasks;
    for (; first < graph.tasks.size() &&
           root->isAncestor(graph.tasks[first].root());
         ++first)
      tasks.push_back(&graph.tasks[first]);
    size_t before = reasons.size();
    if (failed(addOrBuffer(tasks, reasons)))
      return reasons.size() == before ? failure() : sayFirst();
  }
  bool anyStream = llvm::any_of(
      program.nests, [](const StreamedNestInfo &nest) { return !nest.task; });
  return anyStream || reasons.empty() ? success() : sayFirst();
}

FailureOr<StreamedProgram> Analyzer::run() {
  FailureOr<analysis::TaskGraph> built = analysis::buildTaskGraph(func);
  if (failed(built))
    return failure();
  graph = std::move(*built);
  for (const analysis::ArrayInfo &array : graph.arrays) {
    StreamedArrayInfo info;
    info.name = array.name;
    info.bits = std::max<int64_t>(8, array.elementBits);
    info.isOffChip = array.home == analysis::Home::OffChip;
    if (array.home == analysis::Home::Port ||
        array.home == analysis::Home::Constant)
      return func.emitError("array '")
             << array.name << "' is no argument in memory and no local array; "
             << "use space=shared";
    info.shape.assign(array.shape.begin(), array.shape.end());
    info.isAsInC = isAsInC(func, array);
    info.copyOf = originalOf(func, array, program.arrays);
    int64_t elements = 1;
    for (int64_t extent : info.shape)
      elements *= extent;
    info.widestBeat = cost::widestBeatOf(elements, info.bits, target.rules);
    program.arrays.push_back(std::move(info));
  }
  if (failed(addAll()))
    return failure();
  if (program.nests.empty())
    return func.emitError("function '")
           << func.getName() << "' has no nest to stream";
  if (failed(follow()) || failed(checkMemory()))
    return failure();
  findStreamedAgain(program);
  findExtents(program, options.paddingPercent);
  return std::move(program);
}

FailureOr<StreamedProgram>
explore::analyzeStreamed(func::FuncOp func, const target::Target &target,
                         const StreamedAnalysis &analysis) {
  return Analyzer(func, target, analysis).run();
}
