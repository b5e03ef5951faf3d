//===- StreamedTemplate.cpp - Networks of processes -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Templates.h"
#include "Explore/Streamed/StreamedAgain.h"
#include "Explore/Streamed/StreamedAlternatives.h"
#include "Explore/Streamed/StreamedBeats.h"
#include "Explore/Streamed/StreamedBound.h"
#include "Explore/Streamed/StreamedDesignPoint.h"
#include "Explore/Streamed/StreamedExplain.h"
#include "Explore/Streamed/StreamedInTurn.h"
#include "Explore/Streamed/StreamedProblem.h"
#include "Explore/Streamed/StreamedTasks.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Explore/Template.h"
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

using Point = StreamedPoint<Int>;

class StreamedSpace : public Space {
public:
  StreamedSpace(func::FuncOp func, const target::Target &target,
                const StreamedAnalysis &analysis,
                std::vector<StreamedVariant> variants,
                std::vector<BoundedPins> inTurn, const StreamedLimits &limits)
      : Space(func, target, limits.pins), analysis(analysis),
        variants(std::move(variants)), inTurn(std::move(inTurn)),
        limits(limits) {}
  static FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const StreamedAnalysis &analysis, const StreamedLimits &limits);
  FailureOr<std::unique_ptr<Problem>>
  lower(ArrayRef<nlp::Pin> pins) const override {
    return lowerWithin(pins, std::nullopt);
  }
  FailureOr<std::unique_ptr<Problem>>
  lowerWithin(ArrayRef<nlp::Pin> pins,
              std::optional<int64_t> within) const override;
  std::unique_ptr<Portfolio> portfolio() const override;
  FailureOr<hls::DesignAttr> evaluate(hls::DesignAttr design) const override;
  FailureOr<std::vector<NestExplanation>>
  explain(hls::DesignAttr design,
          const ExplanationOptions &options) const override;

private:
  FailureOr<StreamedDesign> read(hls::DesignAttr design) const;
  FailureOr<StreamedProgram> programOf(hls::DesignAttr design) const;
  LogicalResult checkSlrs(const StreamedProgram &own, const Point &chosen,
                          const StreamedFigures<Int> &figures) const;

  StreamedAnalysis analysis;
  std::vector<StreamedVariant> variants;
  std::vector<BoundedPins> inTurn; ///< programs of the variant in turn
  StreamedLimits limits;
};

class StreamedTemplate : public Template {
public:
  explicit StreamedTemplate(bool mayHaveTasks) : mayHaveTasks(mayHaveTasks) {}
  StringRef name() const override {
    return mayHaveTasks ? "mixed" : "streamed";
  }
  StringRef description() const override {
    return mayHaveTasks
               ? "as streamed; a nest that fits no stream is a task with "
                 "buffers between streams"
               : "every nest is a process: tiles, steps in a tile and lanes of "
                 "each loop; arrays are streams";
  }
  bool joinsNestsByStreams() const override { return true; }
  FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const SpaceOptions &options) const override;

private:
  bool mayHaveTasks;
};

} // namespace

std::unique_ptr<Template> explore::streamedTemplate() {
  return std::make_unique<StreamedTemplate>(/*mayHaveTasks=*/false);
}

std::unique_ptr<Template> explore::mixedTemplate() {
  return std::make_unique<StreamedTemplate>(/*mayHaveTasks=*/true);
}

//===----------------------------------------------------------------------===//
// The space
//===----------------------------------------------------------------------===//

/// Takes common lanes from the pins, where these say all of them.
static void takeLanes(StreamedProgram &program, std::vector<nlp::Pin> &pins) {
  std::vector<int64_t> lanes;
  std::vector<nlp::Pin> others = pins;
  for (unsigned loop = 0; loop < program.nests.front().loops.size(); ++loop) {
    std::vector<std::string> names = lanesNames(program, loop);
    auto isLanes = [&](const nlp::Pin &pin) {
      return pin.relation == nlp::Pin::Equal &&
             llvm::is_contained(names, pin.name);
    };
    auto pin = llvm::find_if(others, isLanes);
    int64_t count = 0;
    bool isKnown =
        pin != others.end() && !StringRef(pin->value).getAsInteger(10, count) &&
        llvm::all_of(program.nests, [&](const StreamedNestInfo &nest) {
          const StreamedExtent &extent =
              program.extents[nest.loops[loop].extent];
          return count > 0 && extent.choices.size() == 1 &&
                 extent.choices.front() % count == 0;
        });
    if (!isKnown)
      return;
    lanes.push_back(count);
    // One that contradicts it is left.
    llvm::erase_if(others, [&, value = pin->value](const nlp::Pin &other) {
      return isLanes(other) && other.value == value;
    });
  }
  program.lanes = std::move(lanes);
  pins = std::move(others);
}

/// What is pinned of an extent is no variable, which makes much of the model
/// known; the other pins are left.
static FailureOr<StreamedProgram> narrowed(func::FuncOp func,
                                           StreamedProgram program,
                                           std::vector<nlp::Pin> &pins) {
  for (StreamedExtent &extent : program.extents)
    for (auto pin = pins.begin(); pin != pins.end();) {
      int64_t trip = 0;
      if (!llvm::is_contained(extent.names, pin->name)) {
        ++pin;
        continue;
      }
      if (pin->relation != nlp::Pin::Equal ||
          StringRef(pin->value).getAsInteger(10, trip) || trip < extent.trip ||
          trip > extent.most)
        return func.emitError("pin '")
               << pin->text() << "': the loop has " << extent.trip
               << " iterations; pin a number from there to " << extent.most;
      extent.choices = {trip};
      pin = pins.erase(pin);
    }
  if (failed(narrowSlrs(func, program, pins)))
    return failure();
  narrowAgain(program, pins);
  if (program.inTurn)
    takeLanes(program, pins);
  return program;
}

/// Of the first program whose tasks are as the pins say.
FailureOr<std::unique_ptr<Problem>>
StreamedSpace::lowerWithin(ArrayRef<nlp::Pin> pins,
                           std::optional<int64_t> within) const {
  func::FuncOp func = getFunc();
  FailureOr<TaskPins> split = readTaskPins(func, pins);
  if (failed(split))
    return failure();
  auto variant = llvm::find_if(variants, [&](const StreamedVariant &known) {
    auto isTask = [&](const std::string &nest) {
      return known.tasks.count(nest) > 0;
    };
    return split->inTurn.value_or(known.program.inTurn) ==
               known.program.inTurn &&
           llvm::all_of(split->tasks, isTask) &&
           llvm::none_of(split->streams, isTask) &&
           llvm::all_of(split->tiles, [&](const auto &pinned) {
             return known.tilesOf(pinned.first) == pinned.second;
           });
  });
  if (variant == variants.end())
    return func.emitError("pins leave no choice of the nests that are tasks");
  std::vector<nlp::Pin> others = std::move(split->others);
  FailureOr<StreamedProgram> narrow = narrowed(func, variant->program, others);
  if (failed(narrow))
    return failure();
  auto problem = std::make_unique<StreamedProblem>(
      func, std::move(*narrow), getTarget(), limits.usable, limits.maxPorts,
      limits.slrs,
      limits.slrs.areAlike && !pinsSlrs(variant->program, getPins()), within);
  if (llvm::Error error =
          nlp::applyPins(problem->model, others, problem->pinTargets()))
    return func.emitError(llvm::toString(std::move(error)));
  return std::unique_ptr<Problem>(std::move(problem));
}

/// The program with no other adders than those that are pinned.
static StreamedProgram withPinnedAdders(StreamedProgram program,
                                        const std::vector<nlp::Pin> &pins) {
  for (StreamedNestInfo &nest : program.nests)
    for (const nlp::Pin &pin : pins)
      if (pin.name == addersName(nest))
        for (StreamedOperation &operation : nest.operations)
          operation.ops = {operation.ops[std::stoul(pin.value)]};
  return program;
}

/// Those first that promise most.
std::unique_ptr<Portfolio> StreamedSpace::portfolio() const {
  std::set<std::string> open; // tasks in some of the programs
  std::set<std::string> cut;  // into tiles
  for (const StreamedVariant &variant : variants) {
    open.insert(variant.tasks.begin(), variant.tasks.end());
    for (const auto &[nest, tiles] : variant.tiles)
      cut.insert(nest);
  }
  std::multimap<int64_t, std::vector<nlp::Pin>> byBound;
  bool mayBeInTurn = variants.back().program.inTurn,
       isInTurn = llvm::any_of(getPins(), [](const nlp::Pin &pin) {
         return pin.text() == inTurnPin(true).text();
       });
  for (const StreamedVariant &variant : variants) {
    const StreamedProgram &program = variant.program;
    if (program.inTurn || isInTurn)
      continue;
    Alternatives own = alternativesOf(program, getPins(), limits.slrs.areAlike);
    for (std::vector<nlp::Pin> &pins : own) {
      for (const std::string &nest : open)
        if (!isPinned(getPins(), taskPin(nest, true).name))
          pins.push_back(taskPin(nest, variant.tasks.count(nest) > 0));
      for (const std::string &nest : cut)
        if (!isPinned(getPins(), tilesPin(nest, 1).name))
          pins.push_back(tilesPin(nest, variant.tilesOf(nest)));
      if (mayBeInTurn && !isPinned(getPins(), inTurnName.str()))
        pins.push_back(inTurnPin(false));
      int64_t bound = leastStreamedCycles(withPinnedAdders(program, pins),
                                          limits.usable, limits.maxPorts);
      byBound.emplace(bound, std::move(pins));
    }
  }
  std::vector<BoundedPins> ofRuns = inTurn, programs;
  for (BoundedPins &known : ofRuns) {
    known.isSmall = true;
    if (!isPinned(getPins(), inTurnName.str()))
      known.pins.push_back(inTurnPin(true));
  }
  for (auto &[bound, pins] : byBound)
    programs.push_back({bound, std::move(pins)});
  // Those in turn are soon solved: where they may be near to what the others
  // need at least, they say what these must beat.
  bool areFirst = programs.empty() ||
                  (!ofRuns.empty() &&
                   ofRuns.front().bound <=
                       programs.front().bound + programs.front().bound / 2);
  programs.insert(areFirst ? programs.begin() : programs.end(), ofRuns.begin(),
                  ofRuns.end());
  size_t together = areFirst ? ofRuns.size() : programs.size();
  return choicePortfolio(*this, std::move(programs), together);
}

/// Of a whole network, or of what stands in an SLR.

/// An error where a nest stands in no SLR of these, or an SLR has not what its
/// nests need.
LogicalResult
StreamedSpace::checkSlrs(const StreamedProgram &own, const Point &chosen,
                         const StreamedFigures<Int> &figures) const {
  func::FuncOp func = getFunc();
  for (auto [nest, choice] : llvm::zip_equal(own.nests, chosen.nests))
    if (choice.slr.value() >= own.slrs)
      return func.emitError("design point: task ")
             << nest.name << " stands in SLR" << choice.slr.value() << "; "
             << getTarget().device.name << " has "
             << hls::slrRange(getTarget().device.slrs);
  for (int64_t slr = 0; own.isSplit() && slr < own.slrs; ++slr) {
    StreamedAmounts<Int> sum =
        amountsIn(slr, own, chosen, figures, cost::Numbers<Int>());
    target::Resources used{sum.dsp.value(), sum.bram.value(), sum.uram.value(),
                           sum.lut.value(), sum.ff.value()};
    std::string over = target::overuse(used, limits.slrs.usable[slr]);
    if (!over.empty())
      return func.emitError("the design point needs more than there is of SLR")
             << slr << ": " << over;
  }
  return success();
}

static LogicalResult refuseInTurn(func::FuncOp func, const Twine &what,
                                  const std::string &why) {
  return func.emitError()
         << what
         << ": the nests cannot run in turn on the same operators: " << why;
}

/// How many tiles the tasks of the design compute, by the elements that their
/// buffers hold.
static FailureOr<std::map<std::string, int64_t>>
tilesOf(func::FuncOp func, const StreamedProgram &program,
        hls::DesignAttr design) {
  std::map<std::string, int64_t> tiles;
  for (hls::ArrayPointAttr point : design.getArrays()) {
    if (point.getDepth() == 0)
      continue;
    StringRef name = point.getArray().getValue();
    int64_t elements = 0;
    for (const StreamedArrayInfo &array : program.arrays)
      if (array.name == name)
        elements = array.elements().value();
    if (point.getDepth() < 0 || elements == 0 ||
        elements % point.getDepth() != 0)
      return func.emitError("design point: a task '")
             << point.getTask().getValue() << "' holds " << point.getDepth()
             << " elements of '" << name << "'; a tile is whole rows of an "
             << "array of the program, which are cut into equal tiles";
    int64_t count = elements / point.getDepth();
    auto [own, isNew] = tiles.emplace(point.getTask().getValue().str(), count);
    if (!isNew && own->second != count)
      return func.emitError("design point: task '")
             << own->first << "' has " << own->second << " and " << count
             << " tiles; all its tiles have as many rows";
  }
  return tiles;
}

/// With the tasks that the design has, among them others than the space tries.
FailureOr<StreamedProgram>
StreamedSpace::programOf(hls::DesignAttr design) const {
  std::set<std::string> tasks;
  size_t inTurn = 0;
  const StreamedProgram &first = variants.front().program;
  for (const StreamedNestInfo &nest : first.nests) {
    hls::TaskPointAttr point = analysis::taskPointOf(design, nest.name);
    if (point && point.getConcurrency() == hls::Concurrency::Sequential)
      tasks.insert(nest.name);
    inTurn += point && analysis::runOf(point);
  }
  func::FuncOp func = getFunc();
  if (inTurn > 0 && inTurn < first.nests.size())
    return func.emitError("design point: all nests run in turn, or none does");
  if (inTurn > 0) {
    std::string why;
    std::optional<StreamedProgram> program = programInTurn(func, first, why);
    if (!program)
      return refuseInTurn(func, "design point", why);
    return std::move(*program);
  }
  FailureOr<std::map<std::string, int64_t>> tiles =
      tilesOf(func, first, design);
  if (failed(tiles))
    return failure();
  auto hasThem = [&](const StreamedVariant &variant) {
    return !variant.program.inTurn && variant.tiles == *tiles &&
           llvm::all_of(
               variant.program.nests, [&](const StreamedNestInfo &nest) {
                 return (nest.task != nullptr) == (tasks.count(nest.name) > 0);
               });
  };
  auto known = llvm::find_if(variants, hasThem);
  if (known != variants.end())
    return known->program;
  StreamedAnalysis own = analysis;
  own.tasks = std::move(tasks);
  own.tiles = std::move(*tiles);
  return analyzeStreamed(func, getTarget(), own);
}

/// With its figures, which are within the limits.
FailureOr<StreamedDesign> StreamedSpace::read(hls::DesignAttr design) const {
  func::FuncOp func = getFunc();
  FailureOr<StreamedProgram> program = programOf(design);
  if (failed(program))
    return failure();
  FailureOr<StreamedProgram> filled = filledUp(func, *program, design);
  if (failed(filled))
    return failure();
  StreamedDesign result{std::move(*filled), {}, {}, {}};
  Point &point = result.point;
  for (const StreamedExtent &extent : result.program.extents)
    point.extents.push_back(extent.choices.back());
  if (failed(readNests(func, design, result)))
    return failure();
  if (failed(readArrays(func, design, result)))
    return failure();
  if (llvm::any_of(point.nests, [](const StreamedChoice<Int> &choice) {
        return choice.slr.value() > 0;
      }))
    result.program.slrs = getTarget().device.slrs;
  // The point says where each nest stands, whatever the options allow.
  for (auto [nest, choice] : llvm::zip_equal(result.program.nests, point.nests))
    nest.slrs = {choice.slr.value()};
  result.figures =
      streamedFigures(result.program, point, getTarget(), cost::Numbers<Int>());
  const StreamedFigures<Int> &figures = result.figures;
  if (!isValid(figures))
    return func.emitError("the figures of the design point exceed 64 bits");
  std::string over = target::overuse(amountsOf(figures), limits.usable);
  if (!over.empty())
    return func.emitError("the design point needs more than there is: ")
           << over;
  if (failed(checkSlrs(result.program, point, figures)))
    return failure();
  return std::move(result);
}

FailureOr<hls::DesignAttr>
StreamedSpace::evaluate(hls::DesignAttr design) const {
  FailureOr<StreamedDesign> known = read(design);
  if (failed(known))
    return failure();
  return designPoint(getFunc(), known->program, known->point, known->figures,
                     known->ofTasks, "manual", /*bound=*/0);
}

FailureOr<std::vector<NestExplanation>>
StreamedSpace::explain(hls::DesignAttr design,
                       const ExplanationOptions &options) const {
  FailureOr<StreamedDesign> known = read(design);
  if (failed(known))
    return failure();
  func::FuncOp func = getFunc();
  auto search = func->getAttrOfType<hls::SearchAttr>(hls::searchAttrName);
  bool isOptimal = search && search.getStatus() == hls::SearchStatus::Optimal &&
                   llvm::equal(search.getPins(), getPins(),
                               [](StringAttr known, const nlp::Pin &pin) {
                                 return known.getValue() == pin.text();
                               });
  auto spaceUnder = [&](const StreamedLimits &others) {
    return build(func, getTarget(), analysis, others);
  };
  return explainNetwork(*this, *known, limits, isOptimal, spaceUnder, options);
}

/// Of all arrays together: those of the memory, or one an array.
static int64_t portsOfMemory(func::FuncOp func, const target::Target &target) {
  int64_t ports = target.device.memory.ports;
  return ports == 0 ? target::anyPorts
                    : std::max<int64_t>(
                          ports, llvm::count_if(func.getArgumentTypes(),
                                                llvm::IsaPred<MemRefType>));
}

FailureOr<std::unique_ptr<Space>>
StreamedTemplate::build(func::FuncOp func, const target::Target &target,
                        const SpaceOptions &options) const {
  if (options.fineGrained)
    return func.emitError("fine-grained needs space=pragmas");
  llvm::Expected<target::Amounts> usable =
      target.usable(options.usablePercent, options.limits);
  if (!usable)
    return func.emitError(llvm::toString(usable.takeError()));
  int64_t banks = std::max<int64_t>(1, target.device.memory.banks);
  if (options.layouts.maxPorts > banks)
    return func.emitError("max-ports ")
           << options.layouts.maxPorts << ": " << target.device.name << " has "
           << banks << " memory banks, one a port; allow fewer ports";
  usable->ports = std::min(usable->ports, portsOfMemory(func, target));
  // Memory holds the arrays as in C where it may hold no others.
  int64_t padding = options.layouts.padded ? options.layouts.paddingPercent : 0;
  StreamedAnalysis analysis{
      options.treeReduction, padding, mayHaveTasks, {}, {}, {}};
  FailureOr<SlrBudget> slrs = slrBudget(func, target, options);
  if (failed(slrs))
    return failure();
  return StreamedSpace::build(
      func, target, analysis,
      {*usable, std::move(*slrs), options.layouts.maxPorts, options.pins});
}

/// Adds the program of nests in turn where they may run so; the programs that
/// are made of it.
static FailureOr<std::vector<BoundedPins>>
addInTurn(func::FuncOp func, const target::Target &target,
          const StreamedLimits &limits, const TaskPins &pins,
          std::vector<StreamedVariant> &variants) {
  std::vector<BoundedPins> none;
  bool isAsked = pins.inTurn.value_or(false);
  if (!pins.inTurn.value_or(true) || (!isAsked && limits.slrs.count > 1))
    return none;
  if (limits.slrs.count > 1)
    return func.emitError("pin '")
           << inTurnPin(true).text()
           << "': nests on the same operators are one kernel; leave out --slrs";
  const StreamedProgram &first = variants.front().program;
  std::string why;
  std::optional<StreamedProgram> program = programInTurn(func, first, why);
  if (!program && isAsked)
    return refuseInTurn(func, "pin '" + inTurnPin(true).text() + "'", why);
  if (!program)
    return none;
  std::vector<BoundedPins> all = alternativesInTurn(
      *program, target, limits.usable, limits.maxPorts, limits.pins);
  if (all.empty() && isAsked)
    return func.emitError("pin '")
           << inTurnPin(true).text()
           << "': no lanes fit all nests within the resources, what arrays may "
              "be filled up to, and other pins";
  if (all.empty())
    return none;
  variants.push_back({{}, {}, std::move(*program)});
  return all;
}

FailureOr<std::unique_ptr<Space>>
StreamedSpace::build(func::FuncOp func, const target::Target &target,
                     const StreamedAnalysis &analysis,
                     const StreamedLimits &limits) {
  FailureOr<TaskPins> pins = readTaskPins(func, limits.pins);
  if (failed(pins))
    return failure();
  FailureOr<std::vector<StreamedVariant>> variants =
      streamedVariants(func, target, limits.usable, analysis, *pins);
  if (failed(variants))
    return failure();
  int64_t count = limits.slrs.count;
  if (count > 1 && variants->front().program.hasTasks())
    return func.emitError(
        "kernels of SLRs are made of nests that stream alone; "
        "leave out --slrs, or change the nests that fit no "
        "stream (--space streamed names them)");
  if (count > 1)
    variants->resize(1);
  for (StreamedVariant &variant : *variants) {
    variant.program.slrs = count;
    openStreamedAgain(variant.program, limits.usable, target.rules,
                      limits.pins);
    openBeats(variant.program, limits.usable, target.rules, limits.pins);
    for (StreamedNestInfo &nest : variant.program.nests) {
      nest.slrs.resize(count);
      std::iota(nest.slrs.begin(), nest.slrs.end(), 0);
    }
  }
  FailureOr<std::vector<BoundedPins>> inTurn =
      addInTurn(func, target, limits, *pins, *variants);
  if (failed(inTurn))
    return failure();
  return std::unique_ptr<Space>(std::make_unique<StreamedSpace>(
      func, target, analysis, std::move(*variants), std::move(*inTurn),
      limits));
}
