//===- AttributePlaces.cpp - Where the dialect's attributes may stand -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A misspelt or misplaced directive would be ignored without a word, so every
// discardable attribute of the dialect has its kind and its places here.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "talos/Dialect/HLS/FactorBits.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/InitialValue.h"
#include "talos/Dialect/HLS/Knobs.h"
#include "talos/Dialect/HLS/LoadedAgain.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Dialect/HLS/Overwritten.h"
#include "talos/Dialect/HLS/Reassociated.h"
#include "talos/Dialect/HLS/Shared.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Dialect/HLS/SourceExtents.h"
#include "talos/Dialect/HLS/StoresFollowLoads.h"
#include "talos/Dialect/HLS/StreamedEdges.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Dialect/HLS/Worker.h"
#include "talos/Dialect/HLS/ZeroOutside.h"

using namespace mlir;
using namespace talos::hls;

namespace {
enum class Place {
  Function,
  FunctionOrModule,
  Loop,
  PipelinedLoop,
  LoopOrTransfer,
  Named,
  Store,
  Load,
  Memory,
  Call,
  Product,
  Bound,
  Process,
  Anywhere
};

struct Rule {
  StringLiteral name;
  Place place;
  bool (*holds)(Attribute); ///< the attribute is of the right kind
  StringLiteral kind;       ///< the kind in words
};
} // namespace

static bool isNumber(Attribute attr) {
  return isa<IntegerAttr, FloatAttr>(attr);
}

static bool isLevel(Attribute attr) {
  auto level = dyn_cast<IntegerAttr>(attr);
  return level && level.getValue().isNonNegative() &&
         level.getValue().getActiveBits() <= 2 && level.getInt() <= 2;
}
static bool isDistance(Attribute attr) {
  auto distance = dyn_cast<IntegerAttr>(attr);
  return distance && distance.getType().isInteger(64) && distance.getInt() >= 2;
}
static bool isSlr(Attribute attr) {
  auto slr = dyn_cast<IntegerAttr>(attr);
  return slr && slr.getType().isInteger(64) && slr.getInt() >= 0;
}
static bool isFactorBits(Attribute attr) {
  auto bits = dyn_cast<IntegerAttr>(attr);
  return bits && bits.getType().isInteger(64) && bits.getInt() >= 1 &&
         bits.getInt() <= 64;
}
template <typename T> static bool is(Attribute attr) { return isa<T>(attr); }
template <typename T> static bool isArrayOf(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array &&
         llvm::all_of(array, [](Attribute element) { return isa<T>(element); });
}
static bool isName(Attribute attr) {
  auto name = dyn_cast<StringAttr>(attr);
  return name && !name.empty();
}

static bool isWorker(Attribute attr) { return Worker::of(attr).has_value(); }
static bool isLayout(Attribute attr) {
  auto name = dyn_cast<StringAttr>(attr);
  return name && (name == "natural" || name == "padded" || name == "packed");
}

static bool isArrayOfNames(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && !array.empty() && llvm::all_of(array, isName);
}

static bool isDistances(Attribute attr) {
  auto distances = dyn_cast<DictionaryAttr>(attr);
  return distances && llvm::all_of(distances, [](NamedAttribute entry) {
           auto distance = dyn_cast<IntegerAttr>(entry.getValue());
           return distance && distance.getType().isInteger(64) &&
                  distance.getInt() >= 0;
         });
}

static bool isStreamedEdges(Attribute attr) {
  auto edges = dyn_cast<ArrayAttr>(attr);
  return edges && llvm::all_of(edges, [](Attribute edge) {
           return isArrayOfNames(edge) && cast<ArrayAttr>(edge).size() == 2;
         });
}

static bool isScheduled(Attribute attr) {
  auto steps = dyn_cast<ArrayAttr>(attr);
  return steps && llvm::all_of(steps, [](Attribute step) {
           return isa<ScheduleAttr, ScheduleStepAttr, StringAttr>(step);
         });
}

static bool isInequality(Attribute attr) {
  auto set = dyn_cast<IntegerSetAttr>(attr);
  return set && set.getValue().getNumConstraints() == 1 &&
         !set.getValue().isEq(0);
}

static const Rule rules[] = {
    {topAttrName, Place::Function, is<UnitAttr>, "a unit attribute"},
    {referenceAttrName, Place::Function, is<SymbolRefAttr>, "a symbol"},
    {designAttrName, Place::Function, is<DesignAttr>, "#hls.design"},
    {searchAttrName, Place::Function, is<SearchAttr>, "#hls.search"},
    {bindingAttrName, Place::Function, isArrayOf<NestBindingAttr>,
     "an array of #hls.nest_binding"},
    {pinsAttrName, Place::Function, isArrayOf<StringAttr>,
     "an array of strings"},
    {blocksAttrName, Place::Function, isName, "a string with cuts of arrays"},
    {scheduleAttrName, Place::Function, is<ScheduleAttr>, "#hls.schedule"},
    {scheduledAttrName, Place::Function, isScheduled,
     "an array of #hls.schedule, #hls.schedule_step and names of passes"},
    {streamedEdgesAttrName, Place::Function, isStreamedEdges,
     "an array of pairs of names"},
    {knobsAttrName, Place::FunctionOrModule, is<DictionaryAttr>,
     "a dictionary of values"},
    {targetAttrName, Place::FunctionOrModule, is<TargetAttr>, "#hls.target"},
    {pipelineAttrName, Place::Loop, is<PipelineAttr>, "#hls.pipeline"},
    {unrollAttrName, Place::Loop, is<UnrollAttr>, "#hls.unroll"},
    {tripCountAttrName, Place::Loop, is<TripCountAttr>, "#hls.trip_count"},
    {independentAttrName, Place::Loop, isArrayOf<StringAttr>,
     "an array of strings"},
    {distinctCopiesAttrName, Place::PipelinedLoop, isArrayOfNames,
     "an array of names"},
    {distanceAttrName, Place::Loop, isDistance,
     "an i64 of at least 2, on a loop with hls.independent"},
    {distancesAttrName, Place::PipelinedLoop, isDistances,
     "a dictionary of i64 that are not negative"},
    {collapsedAttrName, Place::PipelinedLoop, isDistance,
     "an i64 of at least 2"},
    {skipsAttrName, Place::LoopOrTransfer, isArrayOf<IntegerSetAttr>,
     "an array of integer sets"},
    {unusedAttrName, Place::LoopOrTransfer, isInequality,
     "an integer set of one inequality"},
    {slrAttrName, Place::Process, isSlr, "an i64 that is not negative"},
    {sharedAttrName, Place::Loop, is<UnitAttr>, "a unit attribute"},
    {levelAttrName, Place::Loop, isLevel, "0, 1 or 2"},
    {reductionAttrName, Place::Loop, is<UnitAttr>, "a unit attribute"},
    {reassociatedAttrName, Place::Store, is<UnitAttr>, "a unit attribute"},
    {nameAttrName, Place::Named, isName, "a string that is not empty"},
    {statementAttrName, Place::Store, isName, "a string that is not empty"},
    {joinedAttrName, Place::Store, isName, "a string that is not empty"},
    {workerAttrName, Place::Store, isWorker,
     "a dictionary of nest, a name, and number, an i64"},
    {initialAttrName, Place::Store, isNumber, "a number"},
    {zeroOutsideAttrName, Place::Load, is<DenseI64ArrayAttr>, "an array<i64>"},
    {accessAttrName, Place::Call, isArrayOf<AccessAttr>,
     "an array of #hls.access"},
    {factorBitsAttrName, Place::Product, isFactorBits, "an i64 from 1 to 64"},
    {implAttrName, Place::Bound, isName, "a string that is not empty"},
    {accumulatorAttrName, Place::Memory, is<UnitAttr>, "a unit attribute"},
    {copyAttrName, Place::Store, is<UnitAttr>, "a unit attribute"},
    {partitionAttrName, Place::Memory, is<PartitionAttr>, "#hls.partition"},
    {qorAttrName, Place::Anywhere, is<DictionaryAttr>, "a dictionary"},
    {storageAttrName, Place::Memory, is<StorageAttr>, "#hls.storage"},
};

static bool yieldsMemory(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<BaseMemRefType>(op->getResult(0).getType());
}
/// The dialect needs no affine or memref library, so ops go by their names.
static bool isCall(Operation *op) {
  return op->getName().getStringRef() == "func.call";
}
static bool isStore(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "affine.store" || name == "memref.store" ||
         op->hasAttr(accessAttrName);
}

static bool isLoad(Operation *op) {
  return op->getName().getStringRef() == "affine.load";
}

static bool isProduct(Operation *op) {
  return op->getName().getStringRef() == "arith.muli";
}

static bool mayStandOn(Place place, Operation *op) {
  switch (place) {
  case Place::Function:
    return isa<FunctionOpInterface>(op);
  case Place::FunctionOrModule:
    return isa<FunctionOpInterface>(op) || op->hasTrait<OpTrait::SymbolTable>();
  case Place::Loop:
    return isa<LoopLikeOpInterface>(op);
  case Place::PipelinedLoop:
    return isa<LoopLikeOpInterface>(op) && op->hasAttr(pipelineAttrName);
  case Place::LoopOrTransfer:
    return isa<LoopLikeOpInterface, StreamLoadOp, StreamPassOp>(op);
  case Place::Named:
    return isa<LoopLikeOpInterface>(op) || yieldsMemory(op);
  case Place::Store:
    return isStore(op);
  case Place::Load:
    return isLoad(op);
  case Place::Memory:
    return yieldsMemory(op);
  case Place::Call:
    return isCall(op);
  case Place::Product:
    return isProduct(op);
  case Place::Bound:
    return !boundOperation(op).empty();
  case Place::Process:
    return isa<ProcessOp>(op) || mayStandOn(Place::PipelinedLoop, op);
  case Place::Anywhere:
    return true;
  }
  return false;
}

static StringRef describe(Place place) {
  switch (place) {
  case Place::Function:
    return "a function";
  case Place::FunctionOrModule:
    return "a function or module";
  case Place::Loop:
    return "a loop";
  case Place::PipelinedLoop:
    return "a loop with hls.pipeline";
  case Place::LoopOrTransfer:
    return "a loop, an hls.stream_load or an hls.stream_pass";
  case Place::Named:
    return "a loop, an allocation or a function argument";
  case Place::Store:
    return "an affine.store, a memref.store or a call with hls.access";
  case Place::Load:
    return "an affine.load";
  case Place::Memory:
    return "an allocation or an internal function's argument";
  case Place::Call:
    return "a call";
  case Place::Product:
    return "an arith.muli";
  case Place::Bound:
    return "an arith.addf, arith.subf or arith.mulf of f32 or f64";
  case Place::Process:
    return "an hls.process or a loop with hls.pipeline";
  case Place::Anywhere:
    return "any op";
  }
  return "";
}

static const Rule *findRule(StringRef name) {
  for (const Rule &rule : rules)
    if (rule.name == name)
      return &rule;
  return nullptr;
}

static LogicalResult verifyImpl(Operation *op) {
  StringRef operation = boundOperation(op), impl = implOf(op);
  ArrayRef<StringLiteral> known = implsOf(operation);
  if (llvm::is_contained(known, impl))
    return success();
  return op->emitOpError() << "'hls.impl' of '" << operation
                           << "' must be one of " << llvm::join(known, ", ")
                           << ", got \"" << impl << "\"";
}

LogicalResult HLSDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  const Rule *rule = findRule(name);
  if (name == interfaceAttrName || name == layoutAttrName ||
      name == blockAttrName || name == portOfAttrName ||
      name == copyOfAttrName || name == partOfAttrName ||
      name == scratchAttrName || name == boolAttrName ||
      name == tilesAttrName || name == overwrittenAttrName ||
      name == storesFollowLoadsAttrName || name == loadedAgainAttrName ||
      name == extentsAttrName)
    return op->emitOpError()
           << "'" << name << "' may only stand on an argument of a function";
  if (!rule)
    return op->emitOpError()
           << "has '" << name
           << "', which the hls dialect does not define; correct its name";
  if (!mayStandOn(rule->place, op))
    return op->emitOpError()
           << "'" << name << "' may only stand on " << describe(rule->place);
  if (!rule->holds(attribute.getValue()))
    return op->emitOpError() << "'" << name << "' must be " << rule->kind
                             << ", got " << attribute.getValue();
  if (name == implAttrName)
    return verifyImpl(op);
  if (auto partition = dyn_cast<PartitionAttr>(attribute.getValue()))
    if (auto type = dyn_cast<MemRefType>(op->getResult(0).getType()))
      return partition.verifyFor(op, type);
  return success();
}

/// Arguments from this one on are those that the source program does not have.
static bool isBehindOthers(FunctionOpInterface function, unsigned index) {
  return index + 1 == function.getNumArguments() ||
         isAddedArgument(function, index + 1);
}

/// The array of that name, where arguments from this one on are added ones, and
/// it is one before them.
static std::optional<unsigned> arrayBehind(FunctionOpInterface function,
                                           unsigned index, StringRef name) {
  unsigned first = index;
  while (first > 0 && isAddedArgument(function, first - 1))
    --first;
  if (!isBehindOthers(function, index))
    return std::nullopt;
  for (unsigned other = 0; other < first; ++other)
    if (auto own = function.getArgAttrOfType<StringAttr>(other, nameAttrName);
        own && own.getValue() == name &&
        isa<MemRefType>(function.getArgumentTypes()[other]))
      return other;
  return std::nullopt;
}

/// The argument holds what lies within `extents` of the array: elements of its
/// type. Either may be filled up.
static bool holdsElementsOf(FunctionOpInterface function, unsigned index,
                            unsigned array, ArrayRef<int64_t> extents) {
  auto type = cast<MemRefType>(function.getArgumentTypes()[index]);
  auto whole = cast<MemRefType>(function.getArgumentTypes()[array]);
  return type.getElementType() == whole.getElementType() &&
         extents == sourceExtents(function, array);
}

static bool isCopyOf(FunctionOpInterface function, unsigned index,
                     Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  std::optional<unsigned> array =
      name ? arrayBehind(function, index, name.getValue()) : std::nullopt;
  return array && isa<MemRefType>(function.getArgumentTypes()[index]) &&
         holdsElementsOf(function, index, *array,
                         sourceExtents(function, index));
}

static bool isPartOf(FunctionOpInterface function, unsigned index,
                     Attribute value) {
  std::optional<ArrayBlock> part = ArrayBlock::of(value);
  auto type = dyn_cast<MemRefType>(function.getArgumentTypes()[index]);
  std::optional<unsigned> array =
      part && type ? arrayBehind(function, index, part->array) : std::nullopt;
  if (!array)
    return false;
  SmallVector<int64_t> own(sourceExtents(function, index));
  if (!part->holds(own))
    return false;
  own[part->dimension] = part->extent;
  return holdsElementsOf(function, index, *array, own);
}

/// An array is a master of the memory bus, a scalar a register of the control
/// port. Types of later lowerings (pointers) are not judged.
static LogicalResult verifyInterface(Operation *op, unsigned index, Type type,
                                     InterfaceAttr interface) {
  bool isArray = isa<BaseMemRefType>(type);
  bool isScalar = type.isIntOrIndexOrFloat();
  if (isArray && interface.getMode() == InterfaceMode::SAxiLite)
    return op->emitOpError() << "argument " << index << " of type " << type
                             << " is an array; s_axilite carries scalars only, "
                                "use m_axi";
  if (isScalar && interface.getMode() != InterfaceMode::SAxiLite)
    return op->emitOpError()
           << "argument " << index << " of type " << type << " is a scalar; "
           << stringifyInterfaceMode(interface.getMode())
           << " carries arrays only, use s_axilite";
  auto array = dyn_cast<MemRefType>(type);
  if (!array || !array.getElementType().isIntOrFloat())
    return success();
  unsigned bits = array.getElementType().getIntOrFloatBitWidth();
  if (interface.getWidth() % bits != 0)
    return op->emitOpError()
           << "argument " << index << ": the m_axi width of "
           << interface.getWidth() << " bits is no multiple of the element's "
           << bits;
  return success();
}

/// Tiles are filled up to whole beats, which one port has.
static LogicalResult verifyTiles(Operation *op, unsigned index,
                                 FunctionOpInterface function) {
  auto interface =
      function.getArgAttrOfType<InterfaceAttr>(index, interfaceAttrName);
  auto type = cast<MemRefType>(function.getArgumentTypes()[index]);
  if (interface && type.getElementType().isIntOrFloat() &&
      interface.getMode() == InterfaceMode::MAxi &&
      int64_t(interface.getLanes().size()) == type.getRank() &&
      interface.getPortBlocks() == 1 &&
      interface.getPorts(std::max(8u, type.getElementTypeBitWidth())) == 1)
    return success();
  return op->emitOpError()
         << "argument " << index
         << ": 'hls.tiles' needs an m_axi 'hls.interface' of one port with "
            "lanes, the box of a beat";
}

LogicalResult HLSDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned region,
                                                   unsigned index,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  Type type = function.getArgumentTypes()[index];
  Attribute value = attribute.getValue();
  if (name == layoutAttrName) {
    if (isLayout(value) && isa<BaseMemRefType>(type))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.layout' is for arrays and must be \"natural\", "
              "\"padded\" or \"packed\", got "
           << value;
  }
  if (name == boolAttrName) {
    if (isa<UnitAttr>(value) && getElementTypeOrSelf(type).isInteger(8))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.bool' is a unit attribute of i8 and arrays of it, got "
           << value << " on " << type;
  }
  if (name == overwrittenAttrName || name == storesFollowLoadsAttrName ||
      name == loadedAgainAttrName) {
    if (isa<UnitAttr>(value) && isa<MemRefType>(type))
      return success();
    return op->emitOpError() << "argument " << index << ": '" << name
                             << "' is a unit attribute of arrays, got " << value
                             << " on " << type;
  }
  if (name == scratchAttrName) {
    if (isa<UnitAttr>(value) && isa<MemRefType>(type) &&
        isBehindOthers(function, index))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.scratch' is a unit attribute of arrays behind all other "
              "arguments, got "
           << value << " on " << type;
  }
  if (name == blockAttrName) {
    std::optional<ArrayBlock> block = ArrayBlock::of(value);
    auto array = dyn_cast<MemRefType>(type);
    if (block && array && block->holds(array.getShape()))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.block_of' must be {array = \"name\", dim, start, extent} "
              "(i64) of an array that the argument is a part of, got "
           << value;
  }
  if (name == portOfAttrName) {
    auto other = dyn_cast<StringAttr>(value);
    if (other && !other.empty() && isa<MemRefType>(type))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.port_of' is the name of another array, on an array, got "
           << value << " on " << type;
  }
  if (name == copyOfAttrName) {
    if (isCopyOf(function, index, value))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.copy_of' is the name of another array argument of the "
              "same type; copies stand behind all other arguments, got "
           << value << " on " << type;
  }
  if (name == partOfAttrName) {
    if (isPartOf(function, index, value))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.part_of' must be {array = \"name\", dim, start, extent} "
              "(i64) of another array argument that the argument is a part of; "
              "parts stand behind all other arguments, got "
           << value << " on " << type;
  }
  if (name == tilesAttrName) {
    if (!isTiles(value, type))
      return op->emitOpError()
             << "argument " << index
             << ": 'hls.tiles' are the extents of tiles (array<i64>), one a "
                "dimension of an array and no more than it has, got "
             << value << " on " << type;
    return verifyTiles(op, index, function);
  }
  if (name == extentsAttrName) {
    if (isSourceExtents(value, type))
      return success();
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.extents' are those of the source program (array<i64>), "
              "one a dimension of an array and no more than it has, got "
           << value << " on " << type;
  }
  if (name == interfaceAttrName) {
    if (auto interface = dyn_cast<InterfaceAttr>(value))
      return verifyInterface(op, index, type, interface);
    return op->emitOpError()
           << "argument " << index
           << ": 'hls.interface' must be #hls.interface, got " << value;
  }
  const Rule *rule = findRule(name);
  if (!rule || (rule->place != Place::Named && rule->place != Place::Memory))
    return op->emitOpError() << "argument " << index << ": '" << name
                             << "' may not stand on an argument";
  if (!rule->holds(value))
    return op->emitOpError() << "argument " << index << ": '" << name
                             << "' must be " << rule->kind << ", got " << value;
  if (rule->place == Place::Named)
    return success();
  if (!isa<BaseMemRefType>(type))
    return op->emitOpError() << "argument " << index << ": '" << name
                             << "' is for arrays, but the type is " << type;
  auto interface = dyn_cast_or_null<InterfaceAttr>(
      function.getArgAttr(index, interfaceAttrName));
  if (op->hasAttr(topAttrName) ||
      (interface && interface.getMode() == InterfaceMode::MAxi))
    return op->emitOpError()
           << "argument " << index << ": '" << name
           << "' on an off-chip array; copy the array to an hls.buffer and put "
              "it there";
  if (auto partition = dyn_cast<PartitionAttr>(value))
    if (auto memref = dyn_cast<MemRefType>(type))
      return partition.verifyFor(op, memref);
  return success();
}
