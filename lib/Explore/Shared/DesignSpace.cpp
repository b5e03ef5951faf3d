//===- DesignSpace.cpp - What may be chosen for a program -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/DesignSpace.h"
#include "Explore/Shared/Adders.h"
#include "Explore/Shared/Layouts.h"
#include "Explore/Shared/Packing.h"
#include "Explore/Shared/Recurrences.h"
#include "Explore/Shared/Scalars.h"
#include "Explore/Shared/Tiles.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Analysis/BalancedReduction.h"
#include "talos/Analysis/CoupledNest.h"
#include "talos/Analysis/NestBounds.h"
#include "talos/Analysis/OpenBanks.h"
#include "talos/Analysis/ProductPairs.h"
#include "talos/Analysis/ReaderCopies.h"
#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Poly/Scop.h"
#include "talos/Support/Divisors.h"
#include "talos/Support/Int.h"
#include <map>
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class SpaceBuilder {
public:
  SpaceBuilder(func::FuncOp func, const target::Target &target,
               const SpaceOptions &options, SpaceKind kind)
      : usablePercent(options.usablePercent), limits(options.limits),
        sharedScop(options.scop) {
    space.func = func;
    space.target = target;
    space.maxPartition = options.maxPartition ? options.maxPartition
                                              : target.device.maxPartition;
    space.treeReduction = options.treeReduction;
    space.reuse = options.reuse;
    space.pins = options.pins;
    space.kind = kind;
    space.fineGrained = options.fineGrained;
    space.pairsProducts = options.pairsProducts;
    space.layouts = options.layouts;
  }

  FailureOr<DesignSpace> run() {
    llvm::Expected<target::Amounts> usable =
        space.target.usable(usablePercent, limits);
    if (!usable)
      return space.func.emitError(llvm::toString(usable.takeError()));
    space.usable = *usable;
    if (int64_t banks = space.target.device.memory.banks;
        space.layouts.maxPorts > std::max<int64_t>(1, banks))
      return space.func.emitError("max-ports ")
             << space.layouts.maxPorts << ": " << space.target.device.name
             << " has " << banks
             << " memory banks, one a port; allow fewer ports";
    FailureOr<analysis::TaskGraph> analyzed =
        analysis::buildTaskGraph(space.func);
    if (failed(analyzed))
      return failure();
    graph = std::move(*analyzed);
    if (graph.tasks.empty())
      return space.func.emitError("function '")
             << space.func.getName()
             << "' stores nothing: there is no design to explore";
    if (failed(findScop()))
      return failure();
    for (const analysis::SharedLoop &loop : graph.sharedLoops)
      space.sharedLoops.push_back({loop.entries, loop.iterations});
    for (const analysis::ArrayInfo &array : graph.arrays)
      if (failed(addArray(array)))
        return failure();
    sharePorts(space);
    shareBanks();
    for (const analysis::Task &task : graph.tasks)
      if (failed(addTask(task)))
        return failure();
    if (failed(addScalars(graph, space)))
      return failure();
    renamePins();
    markTileable(space);
    offerPacking(space);
    for (auto [a, array] : llvm::enumerate(space.arrays)) {
      array.readers = analysis::readerCopies(graph, a).count;
      array.offersCopies = space.kind == SpaceKind::Shared && array.readers > 1;
    }
    return std::move(space);
  }

private:
  LogicalResult findScop() {
    if (sharedScop) {
      scop = sharedScop();
      return success(scop != nullptr);
    }
    auto built = poly::Scop::build(space.func);
    if (failed(built))
      return failure();
    ownScop = std::move(*built);
    scop = ownScop.get();
    return success();
  }
  LogicalResult addArray(const analysis::ArrayInfo &array);
  LogicalResult addTask(const analysis::Task &task);
  LogicalResult addCompute(const analysis::Task &source);
  void setRegisters(const analysis::Task &task,
                    std::optional<int64_t> instances,
                    cost::StatementShape &shape) const;
  void setRanges(const analysis::Task &task, cost::StatementShape &shape) const;
  FailureOr<cost::Statement> priceable(const analysis::Task &task,
                                       const Recurrences &recurrences,
                                       std::optional<int64_t> instances,
                                       std::optional<unsigned> pairs) const;
  std::vector<unsigned> pairingLoops(const analysis::Statement &statement,
                                     const TaskSpace &task) const;
  void addOpaque(const analysis::Task &task);
  void limitUnrolling(const std::optional<analysis::OpenBanks> &banks,
                      const ArraySpace &array, LoopSpace &loop) const;
  void addLinks(const analysis::Statement &statement, TaskSpace &task);
  void addOrders(TaskSpace &task) const;
  std::optional<int64_t> countInstances(const analysis::Task &task) const;
  void renamePins();
  void shareBanks();

  DesignSpace space;
  int64_t usablePercent;
  std::string limits;
  analysis::TaskGraph graph;
  std::function<const poly::Scop *()> sharedScop; ///< as SpaceOptions::scop
  std::unique_ptr<poly::Scop> ownScop;
  const poly::Scop *scop = nullptr; ///< one of them
};

} // namespace

/// What `hls.layout` says of the array; empty: nothing.
static StringRef layoutOf(const analysis::ArrayInfo &array) {
  auto argument = dyn_cast<BlockArgument>(array.value);
  auto func = argument
                  ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
  auto layout = func ? func.getArgAttrOfType<StringAttr>(
                           argument.getArgNumber(), hls::layoutAttrName)
                     : StringAttr();
  return layout ? layout.getValue() : StringRef();
}

static void setPort(const analysis::ArrayInfo &array, ArraySpace &result) {
  auto argument = dyn_cast<BlockArgument>(array.value);
  if (!argument)
    return;
  auto func = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  unsigned number = argument.getArgNumber();
  result.block = hls::ArrayBlock::of(func, number);
  result.port = hls::portNameOf(func, number);
  result.usesOtherPort = bool(func.getArgAttr(number, hls::portOfAttrName));
}

/// The options name layouts without that of the attribute. Where they allow as
/// in C, which they do unless they are given, the attribute alone decides.
static LogicalResult checkFixed(const analysis::ArrayInfo &array,
                                llvm::StringRef fixed,
                                const LayoutOptions &allowed) {
  bool isLeftOut = fixed == stringify(LayoutKind::Natural) ||
                   (fixed == stringify(LayoutKind::Packed) && !allowed.packed);
  if (allowed.natural || !isLeftOut)
    return success();
  return emitError(array.value.getLoc())
         << "hls.layout says that array '" << array.name << "' is " << fixed
         << ", but 'layout' allows "
         << (allowed.packed ? "padded and packed" : "padded")
         << " alone; allow all layouts (auto), or change the attribute";
}

LogicalResult SpaceBuilder::addArray(const analysis::ArrayInfo &array) {
  ArraySpace result{{}, array.value.getLoc(), {}};
  setPort(array, result);
  result.shape.name = array.name;
  result.shape.extents.assign(array.shape.begin(), array.shape.end());
  result.shape.elementBits = array.elementBits;
  result.shape.beat =
      cost::beatOf(result.shape.extents, array.elementBits, space.target.rules);
  if (failed(checkFixed(array, layoutOf(array), space.layouts)))
    return failure();
  setLayouts(space, layoutOf(array), result);
  result.shape.loaded = array.liveIn;
  result.shape.stored = array.liveOut;
  result.shape.initialized = array.global != nullptr;
  result.shape.atPort = array.home == analysis::Home::Port;
  for (int64_t extent : array.shape) {
    result.factors.emplace_back(std::min(extent, space.maxPartition));
    std::iota(result.factors.back().begin(), result.factors.back().end(), 1);
  }
  space.arrays.push_back(std::move(result));
  return success();
}

/// Arrays that outnumber the banks share them; otherwise each port has one.
void SpaceBuilder::shareBanks() {
  auto banks = hls::memoryBanksOf(space.func, space.target.device.memory.banks);
  std::map<int64_t, std::vector<unsigned>> arrays;
  for (auto [a, info] : llvm::enumerate(graph.arrays))
    if (auto argument = dyn_cast<BlockArgument>(info.value))
      if (space.arrays[a].movesWhole())
        arrays[banks[argument.getArgNumber()].front()].push_back(a);
  for (auto &[bank, sharing] : arrays)
    for (unsigned a : sharing)
      if (sharing.size() > 1)
        space.arrays[a].shape.sharedBank = unsigned(bank);
}

/// The copies of the loop that the access makes lie in banks of their own: by
/// another subscript than the one that is a sum of loops. Other accesses might
/// be in the same banks.
static bool copiesHaveBanks(const analysis::Statement &statement,
                            const analysis::Access &access, unsigned loop) {
  bool isAlone = llvm::count_if(statement.accesses, [&](const auto &other) {
                   return other.array == access.array;
                 }) == 1;
  return isAlone && llvm::any_of(access.subscripts, [&](const auto &other) {
           return other.simple && other.loop == loop;
         });
}

/// Of a loop that stands in a subscript beside others.
void SpaceBuilder::limitUnrolling(
    const std::optional<analysis::OpenBanks> &banks, const ArraySpace &array,
    LoopSpace &loop) const {
  if (banks && banks->apart) {
    loop.openSpan = std::max(loop.openSpan, banks->span);
    return;
  }
  // Of a vector registers may do without ports.
  if (banks && array.shape.extents.size() == 1 &&
      array.shape.extents.front() <= space.maxPartition)
    return;
  int64_t most = banks ? space.target.rules.transfers.portsPerBank : 1;
  loop.distance = std::min(loop.mayUnroll ? most : loop.distance, most);
  loop.mayUnroll = false;
}

void SpaceBuilder::addLinks(const analysis::Statement &statement,
                            TaskSpace &task) {
  std::map<std::tuple<unsigned, unsigned, unsigned>, size_t> seen;
  for (const analysis::Access &access : statement.accesses)
    for (auto [dimension, subscript] : llvm::enumerate(access.subscripts)) {
      if (!subscript.simple) {
        for (unsigned l = 0; l < task.band.size(); ++l)
          if (access.map.getResult(dimension).isFunctionOfDim(l) &&
              !copiesHaveBanks(statement, access, l))
            limitUnrolling(analysis::openBanks(statement, access, l),
                           space.arrays[access.array], task.band[l]);
        continue;
      }
      if (!subscript.loop)
        continue;
      auto [it, isNew] =
          seen.try_emplace({*subscript.loop, access.array, unsigned(dimension)},
                           task.links.size());
      if (isNew)
        task.links.push_back(
            {*subscript.loop, access.array, unsigned(dimension)});
      Link &link = task.links[it->second];
      link.alignment = std::gcd(link.alignment, subscript.offset);
    }
}

static std::vector<cost::ArrayUse> usesOf(const analysis::Task &task) {
  std::vector<cost::ArrayUse> uses;
  for (const analysis::ArrayUse &use : task.uses)
    uses.push_back({use.array, use.writes});
  return uses;
}

/// Orders that are listed: all of a nest of six parallel loops.
static constexpr size_t maxOrders = 720;

/// The orders of the level-0 loops that keep the sequence, in lexicographic
/// order. The other loops carry no dependence, so that they may stand anywhere.
void SpaceBuilder::addOrders(TaskSpace &task) const {
  std::vector<unsigned> order(task.band.size());
  std::iota(order.begin(), order.end(), 0);
  if (space.kind == SpaceKind::Pragmas) {
    task.orders.push_back(std::move(order));
    return;
  }
  std::vector<unsigned> ranks(task.band.size(), 0); // in the sequence, from 1
  for (auto [rank, loop] : llvm::enumerate(task.sequence))
    ranks[loop] = rank + 1;
  auto extend = [&](auto &self, std::vector<unsigned> &prefix,
                    unsigned next) -> void {
    if (prefix.size() == order.size())
      task.orders.push_back(prefix);
    for (unsigned l : order) {
      if (task.orders.size() >= maxOrders)
        return;
      if (llvm::is_contained(prefix, l) || (ranks[l] && ranks[l] != next))
        continue;
      prefix.push_back(l);
      self(self, prefix, ranks[l] ? next + 1 : next);
      prefix.pop_back();
    }
  };
  std::vector<unsigned> prefix;
  extend(extend, prefix, 1);
  if (!task.needsReductionsOutside())
    return;
  // Reductions stay in the order of the source.
  const std::vector<cost::LoopShape> &loops = task.only().shape().loops;
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(!loops[a].reduction, a) <
           std::pair(!loops[b].reduction, b);
  });
  llvm::erase(task.orders, order);
  task.orders.insert(task.orders.begin(), order);
}

std::vector<int64_t> LoopSpace::unrollFactors() const {
  std::vector<int64_t> result;
  llvm::copy_if(factors, std::back_inserter(result), [&](int64_t factor) {
    return factor == 1 ||
           (factor > openSpan && (mayUnroll || factor <= distance));
  });
  return result;
}

std::vector<const cost::Statement *> TaskSpace::possibleStatements() const {
  std::vector<const cost::Statement *> result;
  for (const Variant &variant : variants) {
    if ((pinsAdders || variant.isAssumed) && variant.adders != adders)
      continue;
    result.push_back(&variant.statement);
    for (const Paired &one : variant.paired)
      result.push_back(&one.statement);
  }
  return result;
}

/// What the statement awaits of itself, beside its sum.
static void setRecurrences(const Recurrences &recurrences,
                           cost::StatementShape &shape) {
  for (auto [l, loop] : llvm::enumerate(shape.loops)) {
    loop.reduction &= recurrences.accumulates;
    loop.sequential = recurrences.sequential[l];
  }
  if (!recurrences.accumulates)
    shape.accumulator = -1;
  for (auto [i, reference] : llvm::enumerate(shape.references)) {
    reference.distances = recurrences.distances[i];
    reference.conflicts = recurrences.conflicts[i];
  }
}

/// Counts exactly; a guard takes isl to count.
std::optional<int64_t>
SpaceBuilder::countInstances(const analysis::Task &task) const {
  const analysis::Statement &statement = task.only();
  if (statement.guard)
    return scop->countInstances(*scop->findStatement(statement.name));
  Int count = task.context ? graph.sharedLoops[*task.context].iterations : 1;
  for (const analysis::LoopInfo &loop : statement.innerBand)
    count = count * loop.trip;
  return count.isValid() ? std::optional<int64_t>(count.value()) : std::nullopt;
}

/// Under a guard a loop that it bounds runs so often in the mean.
void SpaceBuilder::setRegisters(const analysis::Task &task,
                                std::optional<int64_t> instances,
                                cost::StatementShape &shape) const {
  const analysis::Statement &statement = task.only();
  Int runs = task.context ? graph.sharedLoops[*task.context].iterations : 1;
  for (const cost::LoopShape &loop : shape.loops)
    runs = runs * loop.trip;
  for (auto [l, loop] : llvm::enumerate(shape.loops)) {
    if (!loop.reduction ||
        !analysis::whyNoRegister(statement, l, *scop).empty())
      continue;
    if (!statement.guard)
      loop.registerTrips = loop.trip;
    else if (instances && runs.isValid())
      loop.registerTrips =
          ceilDiv(Int(*instances), floorDiv(runs, loop.trip)).value();
  }
}

/// What the loops around leave of the nest in each of its runs.
void SpaceBuilder::setRanges(const analysis::Task &task,
                             cost::StatementShape &shape) const {
  if (std::optional<std::vector<analysis::RunBox>> boxes =
          analysis::runBoxes(graph, task))
    for (const analysis::RunBox &box : *boxes)
      shape.ranges.push_back({box.runs, {box.loops.begin(), box.loops.end()}});
  // A sum alone may pass from one iteration to another: that is told.
  bool isFree =
      space.kind != SpaceKind::Pragmas &&
      llvm::none_of(shape.loops,
                    [](const cost::LoopShape &l) { return l.sequential; }) &&
      llvm::all_of(shape.references, [](const cost::ReferenceShape &r) {
        return r.distances.empty() && r.conflicts.empty();
      });
  if (!shape.ranges.empty() || !isFree)
    return;
  // What analysis calls a reduction loop, the nest runs outermost.
  bool isSum = llvm::all_of(
      llvm::zip(task.only().innerBand, shape.loops), [](auto pair) {
        return std::get<0>(pair).reduction == std::get<1>(pair).reduction;
      });
  if (isSum)
    shape.coupled = analysis::coupledLoops(task.only());
}

/// Without a guard, and without a read that the tool takes for the sum, the
/// sum is as good in its element.
static bool gainsByRegister(const cost::Statement &statement) {
  return statement.mayUseRegister() &&
         (statement.shape().guarded ||
          llvm::any_of(statement.shape().references,
                       [](const cost::ReferenceShape &reference) {
                         return !reference.conflicts.empty();
                       }));
}

LogicalResult SpaceBuilder::addTask(const analysis::Task &task) {
  switch (task.kind) {
  case analysis::TaskKind::Compute:
    return addCompute(task);
  case analysis::TaskKind::Opaque:
    addOpaque(task);
    return success();
  case analysis::TaskKind::Load:
  case analysis::TaskKind::Store:
    return task.root()->emitError("task '")
           << task.name << "' is a transfer (" << analysis::stringify(task.kind)
           << "); the design space makes the transfers by itself";
  }
  llvm_unreachable("a kind of task");
}

/// What is not affine has no variables.
void SpaceBuilder::addOpaque(const analysis::Task &task) {
  space.regions.push_back(
      {usesOf(task), task.context, unsigned(space.tasks.size())});
}

/// The statement for the cost rules. `pairs`: as for statementShape.
FailureOr<cost::Statement> SpaceBuilder::priceable(
    const analysis::Task &task, const Recurrences &recurrences,
    std::optional<int64_t> instances, std::optional<unsigned> pairs) const {
  const analysis::Statement &statement = task.only();
  FailureOr<cost::StatementShape> shape =
      statementShape(graph, statement, pairs);
  if (failed(shape))
    return failure();
  setRecurrences(recurrences, *shape);
  setRegisters(task, instances, *shape);
  setRanges(task, *shape);
  shape->balanced = analysis::isBalanced(statement, space.treeReduction);
  llvm::Expected<cost::Statement> priced =
      cost::Statement::create(std::move(*shape), space.target);
  affine::AffineStoreOp store = statement.store;
  if (!priced)
    return store.emitError(llvm::toString(priced.takeError()));
  return std::move(*priced);
}

/// Loops of which two copies may compute products of 8 bits together, where
/// that saves DSPs.
std::vector<unsigned>
SpaceBuilder::pairingLoops(const analysis::Statement &statement,
                           const TaskSpace &task) const {
  std::vector<unsigned> loops;
  if (task.only().isBalanced())
    return loops; // hls-pack-products looks for one nest of unrolled loops
  llvm::Expected<bool> saves = analysis::pairsSaveDsp(space.target);
  // Without the operators there are no pairs.
  if (!saves)
    llvm::consumeError(saves.takeError());
  else if (*saves && space.pairsProducts && space.kind == SpaceKind::Shared)
    for (auto [l, loop] : llvm::enumerate(task.band))
      if (loop.mayUnroll && !loop.sequential && loop.trip % 2 == 0 &&
          !analysis::pairedProducts(statement, l).empty())
        loops.push_back(l);
  return loops;
}

LogicalResult SpaceBuilder::addCompute(const analysis::Task &source) {
  const analysis::Statement &statement = source.only();
  affine::AffineStoreOp store = statement.store;
  Recurrences recurrences = findRecurrences(graph, source, *scop);
  std::optional<int64_t> instances = countInstances(source);
  auto price = [&](std::optional<unsigned> pairs) {
    return priceable(source, recurrences, instances, pairs);
  };
  FailureOr<cost::Statement> priced = price(std::nullopt);
  if (failed(priced))
    return failure();
  llvm::SmallVector<std::string> results = statement.resultNames();
  TaskSpace task{statement.name,
                 {results.begin(), results.end()},
                 {},
                 {std::move(*priced)},
                 {},
                 {},
                 {},
                 {},
                 store.getLoc(),
                 analysis::startsFromZero(graph, source),
                 analysis::isFloatSum(statement),
                 source.context,
                 instances};
  task.offersRegister = gainsByRegister(task.only());
  // Terms of a sum of integers may come in any order, as in poly::Scop.
  const poly::Reduction *sum =
      scop->reduction(*scop->findStatement(statement.name));
  bool isOrdered = !sum || !sum->combiner->getResult(0).getType().isInteger() ||
                   llvm::is_contained(recurrences.sequential, true);
  for (const cost::LoopShape &loop : task.only().shape().loops) {
    if (loop.sequential || (loop.reduction && isOrdered))
      task.sequence.push_back(task.band.size());
    task.band.push_back({loop.name, loop.trip, loop.reduction,
                         divisors(loop.trip), !loop.sequential, loop.sequential,
                         recurrences.spans[task.band.size()]});
  }
  addLinks(statement, task);
  for (unsigned loop : pairingLoops(statement, task)) {
    FailureOr<cost::Statement> paired = price(loop);
    if (failed(paired))
      return failure();
    task.paired.push_back({loop, std::move(*paired)});
  }
  offerAdders(space.target, task);
  task.uses = usesOf(source);
  addOrders(task);
  task.tiles = tilesOf(graph, source);
  space.tasks.push_back(std::move(task));
  return success();
}

/// What is said of any result of a statement is said of the statement.
void SpaceBuilder::renamePins() {
  for (nlp::Pin &pin : space.pins) {
    auto [name, variable] = StringRef(pin.name).split('.');
    for (const TaskSpace &task : space.tasks)
      if (name != task.name && llvm::is_contained(task.results, name.str())) {
        pin.name = task.name + "." + variable.str();
        break;
      }
  }
}

FailureOr<DesignSpace> explore::buildDesignSpace(func::FuncOp func,
                                                 const target::Target &target,
                                                 const SpaceOptions &options,
                                                 SpaceKind kind) {
  return SpaceBuilder(func, target, options, kind).run();
}
