//===- DesignJSON.cpp - The design point as JSON --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "talos/Pipelines/DesignFile.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace talos;
using namespace talos::hls;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Array toJSON(ArrayRef<StringAttr> names) {
  json::Array array;
  for (StringAttr name : names)
    array.push_back(name.getValue());
  return array;
}

static json::Object toJSON(LoopPointAttr loop) {
  return json::Object{{"name", loop.getName().getValue()},
                      {"trip", loop.getTrip()},
                      {"padded", loop.getPadded()},
                      {"factors", json::Array(loop.getFactors())}};
}

static json::Object toJSON(TaskPointAttr task) {
  json::Array loops;
  for (LoopPointAttr loop : task.getLoops())
    loops.push_back(toJSON(loop));
  json::Object object{
      {"name", task.getName().getValue()},
      {"statements", toJSON(task.getStatements())},
      {"loops", std::move(loops)},
      {"order", toJSON(task.getOrder())},
      {"pipelined", task.getPipelined().getValue()},
      {"ii", task.getIi()},
      {"coarse", task.getCoarse()},
      {"accumulator", stringifyAccumulator(task.getAccumulator())},
      {"concurrency", stringifyConcurrency(task.getConcurrency())},
      {"slr", task.getSlr()},
      {"cycles", task.getCycles()}};
  if (task.getTrueBounds())
    object["true_bounds"] = true;
  if (AffineMapAttr schedule = task.getSchedule()) {
    std::string text;
    llvm::raw_string_ostream(text) << schedule.getValue();
    object["schedule"] = text;
  }
  if (!task.getPairs().empty())
    object["pairs"] = task.getPairs().getValue();
  if (!task.getAdders().empty())
    object["adders"] = task.getAdders().getValue();
  return object;
}

static json::Object toJSON(ArrayPointAttr array) {
  json::Array partition;
  for (PartitionDimAttr dim : array.getPartition().getDims())
    partition.push_back(
        json::Object{{"kind", stringifyPartitionKind(dim.getKind())},
                     {"factor", dim.getFactor()}});
  json::Object object{{"array", array.getArray().getValue()},
                      {"task", array.getTask().getValue()},
                      {"define", array.getDefine()},
                      {"transfer", array.getTransfer()},
                      {"copies", array.getCopies()},
                      {"beat", array.getBeat()},
                      {"partition", std::move(partition)},
                      {"storage", stringifyStorageKind(array.getStorage())}};
  if (array.getDepth() != 0)
    object["depth"] = array.getDepth();
  if (!array.getLanes().empty())
    object["lanes"] = json::Array(array.getLanes());
  if (array.getCopyPerReader())
    object["copy_per_reader"] = true;
  if (array.getPortBlocks() > 1)
    object["port_blocks"] = array.getPortBlocks();
  return object;
}

json::Value talos::designToJSON(DesignAttr design) {
  json::Array tasks, arrays;
  for (TaskPointAttr task : design.getTasks())
    tasks.push_back(toJSON(task));
  for (ArrayPointAttr array : design.getArrays())
    arrays.push_back(toJSON(array));
  json::Object resources;
  for (NamedAttribute entry : design.getResources())
    if (auto count = dyn_cast<IntegerAttr>(entry.getValue()))
      resources[entry.getName().getValue()] = count.getInt();
  json::Object object{{"tasks", std::move(tasks)},
                      {"arrays", std::move(arrays)},
                      {"status", design.getStatus().getValue()},
                      {"cycles", design.getCycles()},
                      {"bound", design.getBound()},
                      {"resources", std::move(resources)}};
  if (!design.getBlocks().empty())
    object["blocks"] = design.getBlocks().getValue();
  return object;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// One object of the file. Every key must be asked for: `finish` refuses those
/// that were not, so that a misspelt key is never ignored.
class Reader {
public:
  using EmitError = llvm::function_ref<InFlightDiagnostic()>;
  Reader(const json::Value &value, Twine path, EmitError emitError,
         MLIRContext *context)
      : context(context), path(path.str()), emitError(emitError),
        object(value.getAsObject()) {
    if (!object)
      fail() << this->path << ": expected an object";
  }

  int64_t integer(StringRef key, std::optional<int64_t> absent = {}) {
    const json::Value *value = get(key, absent.has_value());
    if (!value)
      return absent.value_or(0);
    if (auto number = value->getAsInteger())
      return *number;
    fail() << path << "." << key << ": expected an integer";
    return 0;
  }

  bool boolean(StringRef key, bool absent) {
    const json::Value *value = get(key, /*optional=*/true);
    if (!value)
      return absent;
    if (auto truth = value->getAsBoolean())
      return *truth;
    fail() << path << "." << key << ": expected true or false";
    return absent;
  }

  StringAttr string(StringRef key, std::optional<StringRef> absent = {}) {
    const json::Value *value = get(key, absent.has_value());
    std::optional<StringRef> text = absent;
    if (value && !(text = value->getAsString()))
      fail() << path << "." << key << ": expected a string";
    return StringAttr::get(context, text.value_or(""));
  }

  SmallVector<StringAttr> strings(StringRef key, bool optional) {
    SmallVector<StringAttr> result;
    elements(key, optional, [&](const json::Value &value, Twine where) {
      if (auto text = value.getAsString())
        result.push_back(StringAttr::get(context, *text));
      else
        fail() << where << ": expected a string";
    });
    return result;
  }

  SmallVector<int64_t> integers(StringRef key, bool optional) {
    SmallVector<int64_t> result;
    elements(key, optional, [&](const json::Value &value, Twine where) {
      if (auto number = value.getAsInteger())
        result.push_back(*number);
      else
        fail() << where << ": expected an integer";
    });
    return result;
  }

  template <typename Enum>
  Enum symbol(StringRef key, std::optional<Enum> (*symbolize)(StringRef),
              Enum absent) {
    if (!get(key, /*optional=*/true))
      return absent;
    StringAttr text = string(key);
    if (std::optional<Enum> value = symbolize(text.getValue()))
      return *value;
    fail() << path << "." << key << ": unknown value '" << text.getValue()
           << "'";
    return absent;
  }

  void elements(StringRef key, bool optional,
                llvm::function_ref<void(const json::Value &, Twine)> visit) {
    const json::Value *value = get(key, optional);
    if (!value)
      return;
    const json::Array *array = value->getAsArray();
    if (!array) {
      fail() << path << "." << key << ": expected an array";
      return;
    }
    for (size_t i = 0; i < array->size(); ++i)
      visit((*array)[i], path + "." + key + "[" + Twine(i) + "]");
  }

  const json::Value *get(StringRef key, bool optional) {
    known.insert(key);
    const json::Value *value = object ? object->get(key) : nullptr;
    if (!value && !optional && object)
      fail() << path << ": the key \"" << key << "\" is missing";
    return value;
  }

  LogicalResult finish() {
    if (object && !failed)
      for (const auto &entry : *object)
        if (!known.contains(entry.first))
          fail() << path << ": unknown key \"" << StringRef(entry.first)
                 << "\"";
    return failure(failed);
  }
  InFlightDiagnostic fail() {
    failed = true;
    return emitError();
  }

  MLIRContext *context;
  const std::string path;
  EmitError emitError;

private:
  const json::Object *object;
  llvm::StringSet<> known;
  bool failed = false;
};
} // namespace

static LoopPointAttr readLoop(Reader &in) {
  StringAttr name = in.string("name");
  int64_t trip = in.integer("trip"), padded = in.integer("padded", trip);
  SmallVector<int64_t> factors = in.integers("factors", false);
  if (failed(in.finish()))
    return {};
  return LoopPointAttr::getChecked(in.emitError, in.context, name, trip, padded,
                                   ArrayRef(factors));
}

static PartitionDimAttr readDim(Reader &in) {
  auto kind = in.symbol("kind", symbolizePartitionKind, PartitionKind::None);
  int64_t factor =
      in.integer("factor", kind == PartitionKind::Complete ? 0 : 1);
  if (failed(in.finish()))
    return {};
  return PartitionDimAttr::getChecked(in.emitError, in.context, kind, factor);
}

/// Reads each element of the array `key` with `read`; a null attribute in the
/// result says that an error was reported.
template <typename Attr>
static SmallVector<Attr> readEach(Reader &in, StringRef key,
                                  Attr (*read)(Reader &)) {
  SmallVector<Attr> result;
  in.elements(key, /*optional=*/false,
              [&](const json::Value &value, Twine where) {
                Reader element(value, where, in.emitError, in.context);
                result.push_back(read(element));
              });
  return result;
}

static AffineMapAttr readSchedule(Reader &in) {
  StringAttr text = in.string("schedule", StringRef());
  if (text.empty())
    return {};
  auto map = dyn_cast_or_null<AffineMapAttr>(parseAttribute(
      ("affine_map<" + text.getValue() + ">").str(), in.context));
  if (!map)
    in.fail() << in.path << ".schedule: expected an affine map";
  return map;
}

static TaskPointAttr readTask(Reader &in) {
  StringAttr name = in.string("name");
  SmallVector<StringAttr> statements = in.strings("statements", false);
  AffineMapAttr schedule = readSchedule(in);
  SmallVector<LoopPointAttr> loops = readEach(in, "loops", readLoop);
  SmallVector<StringAttr> order = in.strings("order", true);
  StringAttr pipelined = in.string("pipelined", StringRef());
  int64_t ii = in.integer("ii", 1), coarse = in.integer("coarse", 1);
  auto accumulator =
      in.symbol("accumulator", symbolizeAccumulator, Accumulator::Direct);
  auto concurrency =
      in.symbol("concurrency", symbolizeConcurrency, Concurrency::Sequential);
  int64_t slr = in.integer("slr", 0), cycles = in.integer("cycles", 0);
  bool trueBounds = in.boolean("true_bounds", false);
  StringAttr pairs = in.string("pairs", StringRef()),
             adders = in.string("adders", StringRef());
  if (failed(in.finish()) || llvm::is_contained(loops, LoopPointAttr()))
    return {};
  return TaskPointAttr::getChecked(
      in.emitError, in.context, name, ArrayRef(statements), schedule,
      ArrayRef(loops), ArrayRef(order), pipelined, ii, coarse, accumulator,
      concurrency, slr, cycles, trueBounds, pairs, adders);
}

static ArrayPointAttr readArray(Reader &in) {
  StringAttr array = in.string("array");
  StringAttr task = in.string("task", StringRef());
  int64_t define = in.integer("define", 0),
          transfer = in.integer("transfer", 0);
  int64_t copies = in.integer("copies", 1), beat = in.integer("beat", 1);
  SmallVector<PartitionDimAttr> dims = readEach(in, "partition", readDim);
  auto storage = in.symbol("storage", symbolizeStorageKind, StorageKind::Auto);
  int64_t depth = in.integer("depth", 0);
  SmallVector<int64_t> lanes = in.integers("lanes", true);
  bool copyPerReader = in.boolean("copy_per_reader", false);
  int64_t portBlocks = in.integer("port_blocks", 1);
  if (failed(in.finish()) || llvm::is_contained(dims, PartitionDimAttr()))
    return {};
  auto partition =
      PartitionAttr::getChecked(in.emitError, in.context, ArrayRef(dims));
  if (!partition)
    return {};
  return ArrayPointAttr::getChecked(
      in.emitError, in.context, array, task, define, transfer, copies, beat,
      partition, storage, depth, ArrayRef(lanes), copyPerReader, portBlocks);
}

static DictionaryAttr readResources(Reader &in) {
  Builder builder(in.context);
  SmallVector<NamedAttribute> entries;
  const json::Value *value = in.get("resources", /*optional=*/true);
  if (value && !value->getAsObject())
    in.fail() << in.path << ".resources: expected an object";
  else if (value)
    for (const auto &entry : *value->getAsObject()) {
      if (auto count = entry.second.getAsInteger())
        entries.push_back(builder.getNamedAttr(
            StringRef(entry.first), builder.getI64IntegerAttr(*count)));
      else
        in.fail() << in.path << ".resources." << StringRef(entry.first)
                  << ": expected an integer";
    }
  return builder.getDictionaryAttr(entries);
}

FailureOr<DesignAttr>
talos::designFromJSON(const json::Value &value, MLIRContext *context,
                      llvm::function_ref<InFlightDiagnostic()> emitError) {
  Reader in(value, "design", emitError, context);
  SmallVector<TaskPointAttr> tasks = readEach(in, "tasks", readTask);
  SmallVector<ArrayPointAttr> arrays = readEach(in, "arrays", readArray);
  StringAttr status = in.string("status", StringRef("manual"));
  int64_t cycles = in.integer("cycles", 0), bound = in.integer("bound", 0);
  DictionaryAttr resources = readResources(in);
  StringAttr blocks = in.string("blocks", StringRef());
  if (failed(in.finish()) || llvm::is_contained(tasks, TaskPointAttr()) ||
      llvm::is_contained(arrays, ArrayPointAttr()))
    return failure();
  auto design = DesignAttr::getChecked(emitError, context, ArrayRef(tasks),
                                       ArrayRef(arrays), status, cycles, bound,
                                       resources, blocks);
  if (!design)
    return failure();
  return design;
}
