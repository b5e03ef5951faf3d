//===- SharedSpace.cpp - The space of the shared template, for the passes -===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/SharedSpace.h"
#include "Explore/Explain/Explainer.h"
#include "Explore/Shared/Adders.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/LowerBound.h"
#include "Explore/Shared/SharedProblem.h"
#include "Explore/Shared/Summary.h"
#include "Explore/Shared/Tiles.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

/// What the option `tiles` says.
struct TilesOption {
  Tiling tiling = Tiling::Never;
  std::vector<unsigned> arrays; ///< that it lists
};

} // namespace

/// The array that the option lists.
static FailureOr<unsigned> tileableArray(const DesignSpace &space,
                                         StringRef name) {
  auto array = llvm::find_if(space.arrays, [&](const ArraySpace &candidate) {
    return candidate.shape.name == name;
  });
  if (array != space.arrays.end() && array->mayTile())
    return unsigned(array - space.arrays.begin());
  InFlightDiagnostic diag =
      func::FuncOp(space.func).emitError("option tiles: ");
  bool isAny = llvm::any_of(space.arrays, [](const ArraySpace &candidate) {
    return candidate.mayTile();
  });
  diag << "'" << name << "' is no array that can be tiled; "
       << (isAny ? "those are" : "there are none");
  for (const ArraySpace &candidate : space.arrays)
    if (candidate.mayTile())
      diag << " '" << candidate.shape.name << "'";
  return diag;
}

static FailureOr<TilesOption> readTiles(const DesignSpace &space,
                                        StringRef text) {
  if (text == "never")
    return TilesOption{Tiling::Never, {}};
  if (text == "auto")
    return TilesOption{Tiling::Auto, {}};
  if (text == "search")
    return TilesOption{Tiling::Search, {}};
  TilesOption option;
  SmallVector<StringRef> names;
  text.split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names) {
    FailureOr<unsigned> array = tileableArray(space, name.trim());
    if (failed(array))
      return failure();
    option.arrays.push_back(*array);
  }
  return option;
}

/// A loop of the task by its name, with an error at the function.
static FailureOr<unsigned> loopOf(const DesignSpace &space,
                                  const TaskSpace &task, const nlp::Pin &pin) {
  for (auto [l, loop] : llvm::enumerate(task.band))
    if (loop.name == pin.value)
      return unsigned(l);
  InFlightDiagnostic error = func::FuncOp(space.func).emitError("pin '")
                             << pin.text() << "': task " << task.name
                             << " has no loop '" << pin.value << "'; it has";
  for (const LoopSpace &loop : task.band)
    error << " '" << loop.name << "'";
  return error;
}

/// "S0.A.transfer=i": the task S0 holds A in tiles that are moved in loop i.
static LogicalResult pinTransfer(DesignSpace &space, TaskSpace &task,
                                 StringRef array, const nlp::Pin &pin,
                                 TilesOption &tiles) {
  FailureOr<unsigned> number = tileableArray(space, array);
  if (failed(number))
    return failure();
  auto refuse = [&](const Twine &why) {
    return func::FuncOp(space.func).emitError("pin '")
           << pin.text() << "': " << why;
  };
  auto tile = llvm::find_if(task.tiles, [&](const TileSpace &candidate) {
    return candidate.array == *number;
  });
  if (tile == task.tiles.end())
    return refuse("task " + task.name + " does not access '" + array + "'");
  if (pin.relation != nlp::Pin::Equal)
    return refuse("a loop can be fixed, not bounded");
  FailureOr<unsigned> loop = loopOf(space, task, pin);
  if (failed(loop))
    return failure();
  if (!moves(*tile, *loop))
    return refuse("the loop does not move the tile, which would be filled with "
                  "the same elements again");
  unsigned moving = *loop;
  if (tile->transferLoop && *tile->transferLoop != moving)
    return refuse("another pin has the transfer in loop '" +
                  task.band[*tile->transferLoop].name + "'");
  tile->transferLoop = moving;
  if (!llvm::is_contained(tiles.arrays, *number))
    tiles.arrays.push_back(*number);
  return success();
}

/// Takes the pins of transfers out of the pins, which are about variables.
static LogicalResult pinTransfers(DesignSpace &space, TilesOption &tiles) {
  std::vector<nlp::Pin> others;
  for (const nlp::Pin &pin : space.pins) {
    SmallVector<StringRef> parts;
    StringRef(pin.name).split(parts, '.');
    auto task = llvm::find_if(space.tasks, [&](const TaskSpace &candidate) {
      return candidate.name == parts.front();
    });
    bool isTransfer = parts.size() == 3 && parts.back() == "transfer";
    if (!isTransfer || task == space.tasks.end()) {
      others.push_back(pin);
      continue;
    }
    if (failed(pinTransfer(space, *task, parts[1], pin, tiles)))
      return failure();
    if (tiles.tiling == Tiling::Search)
      return func::FuncOp(space.func).emitError("pin '")
             << pin.text() << "' is for tiles that are named, by it or by the "
             << "option tiles, not for tiles=search";
    tiles.tiling = Tiling::Never;
  }
  space.pins = std::move(others);
  for (const TaskSpace &task : space.tasks) {
    std::vector<TileSpace> held;
    bool isPinned = false;
    for (const TileSpace &tile : task.tiles)
      if (llvm::is_contained(tiles.arrays, tile.array)) {
        held.push_back(tile);
        isPinned |= tile.transferLoop.has_value();
      }
    if (isPinned && patternsOf(task, held).empty())
      return emitError(task.location)
             << "no legal order of the loops of task " << task.name
             << " has the transfers where pins have them";
  }
  return success();
}

FailureOr<std::unique_ptr<Space>>
SharedSpace::build(func::FuncOp func, const target::Target &target,
                   const SpaceOptions &options, SpaceKind kind) {
  FailureOr<DesignSpace> space = buildDesignSpace(func, target, options, kind);
  if (failed(space))
    return failure();
  if (failed(pinAdders(*space)))
    return failure();
  FailureOr<TilesOption> tiles = readTiles(*space, options.tiles);
  if (failed(tiles))
    return failure();
  if (failed(pinTransfers(*space, *tiles)))
    return failure();
  return std::unique_ptr<Space>(std::make_unique<SharedSpace>(
      std::move(*space), tiles->tiling, tiles->arrays));
}

SharedSpace::SharedSpace(DesignSpace some, Tiling tiling,
                         ArrayRef<unsigned> tiled)
    : Space(some.func, some.target, some.pins), whole(std::move(some)),
      space(whole), tiling(tiling) {
  for (unsigned array : tiled)
    space.arrays[array].placement = hls::PlacementKind::Tile;
}

FailureOr<std::unique_ptr<Problem>>
SharedSpace::lower(ArrayRef<nlp::Pin> pins) const {
  DesignSpace part = space;
  part.pins.assign(pins.begin(), pins.end());
  return SharedProblem::build(std::move(part));
}

std::unique_ptr<Portfolio> SharedSpace::portfolio() const {
  return std::make_unique<TilingPortfolio>(space, tiling);
}

FailureOr<hls::DesignAttr> SharedSpace::evaluate(hls::DesignAttr design) const {
  return evaluateDesign(space, design);
}

FailureOr<CycleBounds> SharedSpace::lowerBounds(hls::DesignAttr design) const {
  if (holdsTiles(design))
    return CycleBounds();
  FailureOr<ProgramBound> bound = boundOfDesign(whole, design);
  if (failed(bound))
    return failure();
  return CycleBounds{boundOfAnyDesign(whole).cycles, bound->cycles};
}

LogicalResult SharedSpace::printBounds(hls::DesignAttr design,
                                       llvm::raw_ostream &os) const {
  printBound(whole, boundOfAnyDesign(whole), "every design", os);
  if (!design)
    return success();
  FailureOr<ProgramBound> bound = boundOfDesign(whole, design);
  if (failed(bound))
    return failure();
  printBound(whole, *bound, "this design", os);
  return success();
}

FailureOr<std::vector<NestExplanation>>
SharedSpace::explain(hls::DesignAttr design,
                     const ExplanationOptions &options) const {
  return explainDesign(whole, design, options);
}

SpaceSummary SharedSpace::summary() const { return summaryOf(whole); }
