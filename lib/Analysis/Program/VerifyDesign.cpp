//===- VerifyDesign.cpp - A design point fits its function ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/VerifyDesign.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/NestBounds.h"
#include "talos/Analysis/OpenBanks.h"
#include "talos/Analysis/ProductPairs.h"
#include "talos/Analysis/ReaderCopies.h"
#include "talos/Dialect/HLS/Overwritten.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {
class Verifier {
public:
  Verifier(const TaskGraph &graph, const poly::Scop &scop,
           hls::DesignAttr design, const DesignLimits &limits)
      : graph(graph), scop(scop), design(design), limits(limits) {}

  LogicalResult run();

private:
  LogicalResult verifyNames();
  LogicalResult verifyOverwritten();
  LogicalResult verifyBand(const Statement &statement, hls::TaskPointAttr task);
  LogicalResult verifyLegality(const Statement &statement,
                               hls::TaskPointAttr task);
  LogicalResult verifyArray(unsigned array);
  LogicalResult verifyWords(const ArrayInfo &info, hls::ArrayPointAttr point);
  LogicalResult verifyBuffer(unsigned array, hls::ArrayPointAttr point,
                             ArrayRef<int64_t> extents);
  LogicalResult verifyReaders(unsigned array);
  LogicalResult verifyLanes(const ArrayInfo &info, hls::ArrayPointAttr point,
                            bool whole);
  /// The first point of a task, and the extents of its tile.
  struct SameTiles {
    hls::ArrayPointAttr point;
    SmallVector<int64_t> extents;
  };
  LogicalResult verifySameTiles(const ArrayInfo &info,
                                hls::ArrayPointAttr point,
                                ArrayRef<int64_t> extents, SameTiles &first);
  LogicalResult verifyBeat(unsigned array, hls::ArrayPointAttr point,
                           ArrayRef<int64_t> extents);
  LogicalResult verifyUnroll(const Statement &statement,
                             hls::TaskPointAttr task);
  LogicalResult verifySum(const Statement &statement, hls::TaskPointAttr task);
  LogicalResult verifyPairs(const Statement &statement,
                            hls::TaskPointAttr task);
  FailureOr<SmallVector<int64_t>> verifyTile(const Statement &statement,
                                             hls::ArrayPointAttr point,
                                             unsigned array);

  InFlightDiagnostic error(const Statement &statement) const {
    return emitError(statement.root()->getLoc())
           << "design point: statement " << statement.name << ": ";
  }
  InFlightDiagnostic error(const ArrayInfo &array) const {
    return emitError(array.value.getLoc())
           << "design point: array '" << array.name << "': ";
  }

  const TaskGraph &graph;
  const poly::Scop &scop;
  hls::DesignAttr design;
  const DesignLimits &limits;
};
} // namespace

static bool accesses(const Statement &statement, unsigned array) {
  return llvm::any_of(statement.accesses,
                      [&](const Access &a) { return a.array == array; });
}

static SmallVector<int64_t> extentsOf(const Footprint &box) {
  return llvm::map_to_vector(box.dims,
                             [](const FootprintDim &d) { return d.extent; });
}

/// Every name of the design means something in the function.
LogicalResult Verifier::verifyNames() {
  auto statementOf = [&](StringAttr name) -> const Statement * {
    for (const Task &task : graph.tasksOf(TaskKind::Compute))
      if (task.only().name == name.getValue())
        return &task.only();
    return nullptr;
  };
  auto isArray = [&](StringAttr name) {
    return llvm::any_of(graph.arrays, [&](const ArrayInfo &a) {
      return a.name == name.getValue();
    });
  };
  func::FuncOp func = graph.func;
  for (hls::TaskPointAttr task : design.getTasks()) {
    const Statement *statement = statementOf(task.getStatements().front());
    if (!statement)
      return func.emitError("design point: statement ")
             << task.getStatements().front() << " of task " << task.getName()
             << " is no statement of function '" << func.getName() << "'";
    SmallVector<std::string> results = statement->resultNames();
    if (llvm::equal(task.getStatements(), results))
      continue;
    InFlightDiagnostic diag = func.emitError("design point: task ")
                              << task.getName() << " holds ";
    llvm::interleaveComma(task.getStatements(), diag,
                          [&](StringAttr name) { diag << name.getValue(); });
    return diag << "; after distribution it has " << llvm::join(results, ", ");
  }
  for (hls::ArrayPointAttr array : design.getArrays())
    if (!isArray(array.getArray()))
      return func.emitError("design point: array ")
             << array.getArray() << " is no array of function '"
             << func.getName() << "'";
  return success();
}

LogicalResult Verifier::verifyBand(const Statement &statement,
                                   hls::TaskPointAttr task) {
  if (!task)
    return error(statement) << "no task of the design holds it; add one";
  llvm::StringSet<> names;
  for (const LoopInfo &loop : statement.innerBand) {
    if (!names.insert(loop.name).second)
      return error(statement) << "two of its loops are called '" << loop.name
                              << "'; give them names of their own (hls.name)";
    hls::LoopPointAttr point = loopPointOf(task, loop.name);
    if (!point)
      return error(statement) << "loop '" << loop.name
                              << "' is missing in task " << task.getName();
    if (point.getTrip() != loop.trip)
      return error(statement)
             << "loop '" << loop.name << "' has trip count " << loop.trip
             << ", the design point says " << point.getTrip();
  }
  for (auto [position, point] : llvm::enumerate(task.getLoops())) {
    if (!names.contains(point.getName().getValue()))
      return error(statement) << "loop " << point.getName() << " of task "
                              << task.getName() << " is no loop of the nest";
    if (statement.innerBand[position].name != point.getName().getValue())
      return error(statement)
             << "task " << task.getName()
             << " lists its loops in another order than the nest; "
                "list them from the outermost (`order` permutes)";
  }
  return success();
}

LogicalResult Verifier::verifyLegality(const Statement &statement,
                                       hls::TaskPointAttr task) {
  if (statement.innerBand.empty())
    return success();
  std::optional<unsigned> position = scop.findStatement(statement.name);
  if (!position)
    return error(statement)
           << "unknown to the dependence analysis; name it with "
              "hls.stmt";
  poly::Legality legality =
      scop.checkBand(*position, stripMineOf(statement, task));
  if (legality)
    return success();
  InFlightDiagnostic diag = error(statement) << "the order";
  for (const LevelLoop &loop : levelLoopsOf(statement, task))
    if (loop.isKept())
      diag << ' ' << loop.name(statement) << ':' << loop.trip;
  return diag << " is not legal: " << legality.str()
              << "; choose another order or other factors";
}

/// The extents of the task's own buffer.
FailureOr<SmallVector<int64_t>> Verifier::verifyTile(const Statement &statement,
                                                     hls::ArrayPointAttr point,
                                                     unsigned array) {
  hls::TaskPointAttr task = taskPointOf(design, statement.name);
  std::optional<Footprint> box = tileOf(statement, task, point, array);
  if (!box)
    return error(statement)
           << "the tile of array " << point.getArray() << " below "
           << point.getTransfer()
           << " level-0 loops is no box of constant extent; give "
              "the array one buffer for all tasks";
  for (auto [d, dim] : llvm::enumerate(box->dims))
    if (int64_t extent = graph.arrays[array].shape[d]; dim.extent > extent)
      return error(statement)
             << "the tile of array " << point.getArray() << " has "
             << dim.extent << " elements in dimension " << d
             << ", which are more than the array's " << extent
             << ": a condition keeps the accesses inside; give the "
                "array one buffer for all tasks";
  return extentsOf(*box);
}

LogicalResult Verifier::verifyBeat(unsigned array, hls::ArrayPointAttr point,
                                   ArrayRef<int64_t> extents) {
  const ArrayInfo &info = graph.arrays[array];
  if (info.home != Home::OffChip)
    return success(); // no port
  Int width = Int(point.getBeat()) * Int(int64_t(info.elementBits));
  if (!width.isValid() || width.value() < 8 || width.value() > 1024 ||
      !llvm::isPowerOf2_64(width.value()))
    return error(info) << "a beat of " << point.getBeat() << " elements of "
                       << info.elementBits
                       << " bits is no m_axi width (a power of two from 8 to "
                          "1024 bits)";
  bool whole = extents == ArrayRef(info.shape);
  if (!point.getLanes().empty())
    return verifyLanes(info, point, whole);
  int64_t row = extents.empty() ? 1 : extents.back();
  bool rows = row % point.getBeat() == 0 &&
              (info.shape.empty() || info.shape.back() % point.getBeat() == 0);
  if (rows || whole)
    return success();
  return error(info) << "a beat of " << point.getBeat()
                     << " elements does not divide the last extent (" << row
                     << " of the buffer, "
                     << (info.shape.empty() ? 1 : info.shape.back())
                     << " of the array) of an array that tasks hold as tiles";
}

/// The host lays the array out in boxes, which the buffer takes whole, or in
/// tiles: each is a run of beats.
LogicalResult Verifier::verifyLanes(const ArrayInfo &info,
                                    hls::ArrayPointAttr point, bool whole) {
  bool inTiles = !point.getTask().empty();
  if (inTiles && (point.getBeat() == 1 ||
                  hls::lanesIn(point.getLanes()) != point.getBeat()))
    return error(info) << "memory holds its tiles in beats of "
                       << hls::lanesIn(point.getLanes())
                       << " elements (lanes), the port has beats of "
                       << point.getBeat()
                       << "; they must be equal, and of several elements";
  if (inTiles || whole)
    return success();
  return error(info) << "lies in memory in boxes of lanes, which only a buffer "
                        "of the whole array takes; leave lanes out";
}

/// All tasks that hold tiles of the array see memory alike: as in C, or in the
/// same tiles.
LogicalResult Verifier::verifySameTiles(const ArrayInfo &info,
                                        hls::ArrayPointAttr point,
                                        ArrayRef<int64_t> extents,
                                        SameTiles &first) {
  if (!first.point) {
    first = {point, llvm::to_vector(extents)};
    return success();
  }
  if (point.getLanes() != first.point.getLanes())
    return error(info) << "tasks " << first.point.getTask() << " and "
                       << point.getTask()
                       << " have other lanes; memory holds it in one way";
  if (point.getLanes().empty() || extents == ArrayRef(first.extents))
    return success();
  return error(info) << "memory cannot hold it in the tiles of both tasks "
                     << first.point.getTask() << " (" << first.extents
                     << ") and " << point.getTask() << " (" << extents
                     << "); choose factors that make them equal, or leave "
                        "lanes out";
}

/// Words of several elements are bound to URAM, whose writes leave single bytes
/// of a word alone.
LogicalResult Verifier::verifyWords(const ArrayInfo &info,
                                    hls::ArrayPointAttr point) {
  int64_t reshaped = llvm::count_if(
      point.getPartition().getDims(), [](hls::PartitionDimAttr dim) {
        return dim.getKind() == hls::PartitionKind::Reshape;
      });
  if (reshaped == 0)
    return success();
  if (reshaped > 1)
    return error(info) << "words of several elements in " << reshaped
                       << " dimensions; reshape one";
  if (point.getStorage() != hls::StorageKind::URAM)
    return error(info) << "words of several elements need storage = uram: "
                          "which memory the tool takes by itself is not known";
  if (info.elementBits % 8 != 0)
    return error(info) << "elements of " << int64_t(info.elementBits)
                       << " bits cannot share a word: a write leaves whole "
                          "bytes of the others alone";
  return success();
}

LogicalResult Verifier::verifyBuffer(unsigned array, hls::ArrayPointAttr point,
                                     ArrayRef<int64_t> extents) {
  const ArrayInfo &info = graph.arrays[array];
  if (info.global && point.getStorage() == hls::StorageKind::URAM)
    return error(info) << "starts with values of its own, which a URAM cannot; "
                          "choose another storage";
  ArrayRef<hls::PartitionDimAttr> dims = point.getPartition().getDims();
  if (dims.size() != extents.size())
    return error(info) << "the partition has " << dims.size()
                       << " entries, the array has rank " << extents.size();
  if (failed(verifyWords(info, point)))
    return failure();
  Int banks = 1;
  for (auto [dim, entry] : llvm::enumerate(dims)) {
    bool complete = entry.getKind() == hls::PartitionKind::Complete;
    if (entry.getFactor() > extents[dim])
      return error(info) << "the partition factor " << entry.getFactor()
                         << " of dimension " << dim
                         << " exceeds the buffer's extent " << extents[dim];
    banks = banks * Int(complete ? extents[dim] : entry.getFactor());
  }
  if (limits.maxPartition != 0 &&
      (!banks.isValid() || banks.value() > limits.maxPartition))
    return error(info) << "the partition makes " << banks.value()
                       << " banks, the limit is " << limits.maxPartition;
  return verifyBeat(array, point, extents);
}

/// Copies of a buffer hold what a load put there.
LogicalResult Verifier::verifyReaders(unsigned array) {
  if (readerCopies(graph, array).count > 1)
    return success();
  return error(graph.arrays[array])
         << "cannot have a copy for each reader: no two of its readers could "
            "run side by side; leave copy_per_reader out";
}

/// Points of one array: for all tasks, or for each task that accesses it.
LogicalResult Verifier::verifyArray(unsigned array) {
  const ArrayInfo &info = graph.arrays[array];
  std::optional<int64_t> beat;
  hls::ArrayPointAttr shared, own;
  for (hls::ArrayPointAttr point : design.getArrays()) {
    if (point.getArray().getValue() != info.name)
      continue;
    switch (hls::placementOf(point).kind) {
    case hls::PlacementKind::Shared:
      shared = point;
      break;
    case hls::PlacementKind::Tile:
      own = point;
      break;
    case hls::PlacementKind::Stream:
      return error(info) << "goes through a stream to task " << point.getTask()
                         << ", which is not supported; give it one buffer for "
                            "all tasks, or one for each task that accesses it";
    }
    if (beat.value_or(point.getBeat()) != point.getBeat())
      return error(info) << "beats of " << *beat << " and " << point.getBeat()
                         << " elements; the port has one width";
    beat = point.getBeat();
  }
  if (shared && own)
    return error(info) << "has a buffer for all tasks and another for task "
                       << own.getTask()
                       << "; give it one for all, or one for each task that "
                          "accesses it";
  if (own && info.home != Home::OffChip)
    return error(info) << (info.home == Home::Port
                               ? "is a memory at a port, so task "
                           : info.home == Home::OnChip
                               ? "is allocated on chip, so task "
                               : "is a table of constants, so task ")
                       << own.getTask() << " cannot have a buffer of its own";
  if (!shared && graph.isUsedByOpaque(array))
    return error(info) << "is accessed by a part of the program that is not "
                          "affine; give it one buffer for all tasks";
  if (shared && shared.getCopyPerReader() && failed(verifyReaders(array)))
    return failure();
  if (shared && failed(verifyBuffer(array, shared, info.shape)))
    return failure();
  SameTiles tiles;
  for (const Task &entry : graph.tasksOf(TaskKind::Compute)) {
    const Statement &statement = entry.only();
    hls::TaskPointAttr task = taskPointOf(design, statement.name);
    hls::ArrayPointAttr point =
        arrayPointOf(design, info.name, task.getName().getValue());
    if (!accesses(statement, array)) {
      if (point && point != shared)
        return error(info) << "has a buffer for task " << task.getName()
                           << ", which does not access it";
      continue;
    }
    if (!point)
      return error(info) << "is accessed by task " << task.getName()
                         << " but has no point; add one";
    if (point == shared)
      continue;
    FailureOr<SmallVector<int64_t>> extents =
        verifyTile(statement, point, array);
    if (failed(extents) || failed(verifyBuffer(array, point, *extents)) ||
        failed(verifySameTiles(info, point, *extents, tiles)))
      return failure();
  }
  return success();
}

/// The copies count as accesses of one bank, whatever the partition is.
static bool isReadOfOneBank(const Statement &statement, const Access &access,
                            unsigned loop) {
  std::optional<OpenBanks> banks = openBanks(statement, access, loop);
  return banks && !banks->apart;
}

LogicalResult Verifier::verifyUnroll(const Statement &statement,
                                     hls::TaskPointAttr task) {
  for (const Access &access : statement.accesses) {
    const ArrayInfo &info = graph.arrays[access.array];
    hls::ArrayPointAttr point =
        arrayPointOf(design, info.name, task.getName().getValue());
    SmallVector<int64_t> extents =
        hls::placementOf(point).kind == hls::PlacementKind::Tile
            ? extentsOf(*tileOf(statement, task, point, access.array))
            : info.shape;
    auto serves = [&](unsigned dim, int64_t unroll) {
      return servesUnroll(point.getPartition().getDims()[dim], extents[dim],
                          unroll);
    };
    // The copies have banks of their own by another subscript.
    auto isServed = [&](unsigned position, int64_t unroll) {
      for (auto [dim, subscript] : llvm::enumerate(access.subscripts))
        if (subscript.simple && subscript.loop == position &&
            serves(dim, unroll))
          return true;
      return false;
    };
    for (auto [dim, expr] : llvm::enumerate(access.map.getResults()))
      for (auto [position, loop] : llvm::enumerate(statement.innerBand)) {
        int64_t unroll = loopPointOf(task, loop.name).getFactors()[2];
        if (!expr.isFunctionOfDim(position) || serves(dim, unroll) ||
            (!access.subscripts[dim].simple && isServed(position, unroll)) ||
            isReadOfOneBank(statement, access, position))
          continue;
        return error(statement)
               << "loop '" << loop.name << "' is unrolled by " << unroll
               << ", but dimension " << dim << " of array '" << info.name
               << "' is not partitioned accordingly; make it "
                  "cyclic with a multiple of "
               << unroll << ", or complete";
      }
  }
  return success();
}

LogicalResult Verifier::verifySum(const Statement &statement,
                                  hls::TaskPointAttr task) {
  hls::ArrayPointAttr written =
      arrayPointOf(design, graph.arrays[statement.write().array].name,
                   task.getName().getValue());
  return verifyAccumulator(statement, scop, task, written,
                           [&] { return error(statement); });
}

LogicalResult Verifier::verifyPairs(const Statement &statement,
                                    hls::TaskPointAttr task) {
  StringRef name = task.getPairs().getValue();
  for (auto [l, loop] : llvm::enumerate(statement.innerBand))
    if (loop.name == name && pairedProducts(statement, l).empty())
      return error(statement)
             << "copies of loop '" << name
             << "' cannot compute products in pairs: no product of signed "
                "factors of 8 bits has one factor that the loop does not "
                "change, or copies may write the same element, or a condition "
                "stands around them; leave pairs out";
  return success();
}

/// The code may have changed since hls-infer-overwritten looked at it.
LogicalResult Verifier::verifyOverwritten() {
  func::FuncOp func = graph.func;
  for (auto [index, array] : llvm::enumerate(graph.arrays)) {
    auto argument = dyn_cast<BlockArgument>(array.value);
    if (!argument ||
        !func.getArgAttr(argument.getArgNumber(), hls::overwrittenAttrName) ||
        (!graph.isUsedByOpaque(index) && isOverwritten(scop, argument)))
      continue;
    return emitError(argument.getLoc())
           << "array '" << array.name
           << "' is 'hls.overwritten', but some of its elements may be read "
              "before they are written, or are not written; remove the "
              "attribute";
  }
  return success();
}

LogicalResult Verifier::run() {
  if (failed(verifyNames()) || failed(verifyOverwritten()))
    return failure();
  for (const Task &entry : graph.tasksOf(TaskKind::Compute)) {
    const Statement &statement = entry.only();
    hls::TaskPointAttr task = taskPointOf(design, statement.name);
    if (failed(verifyBand(statement, task)) ||
        failed(verifyLegality(statement, task)))
      return failure();
  }
  for (unsigned array = 0; array < graph.arrays.size(); ++array)
    if (failed(verifyArray(array)))
      return failure();
  for (const Task &entry : graph.tasksOf(TaskKind::Compute)) {
    const Statement &statement = entry.only();
    hls::TaskPointAttr task = taskPointOf(design, statement.name);
    if (failed(verifyUnroll(statement, task)) ||
        failed(verifySum(statement, task)) ||
        failed(verifyPairs(statement, task)) ||
        failed(verifyTrueBounds(graph, entry, scop, task,
                                [&] { return error(statement); })))
      return failure();
  }
  return success();
}

LogicalResult analysis::verifyDesign(const TaskGraph &graph,
                                     const poly::Scop &scop,
                                     hls::DesignAttr design,
                                     const DesignLimits &limits) {
  return Verifier(graph, scop, design, limits).run();
}
