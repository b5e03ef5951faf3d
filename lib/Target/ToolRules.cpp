//===- ToolRules.cpp - Constants of the HLS tool's behaviour --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Target/ToolRules.h"
#include "JsonFile.h"

using namespace llvm;
using namespace talos::target;

int64_t MemoryRules::lutramWords() const {
  int64_t words = 0;
  for (const MemoryStep &step : steps)
    if (step.bram == 0 && step.uram == 0)
      words = std::max(words, step.words);
  return words;
}

int64_t MemoryRules::shallowWords() const {
  int64_t words = 0;
  for (const MemoryStep &step : steps) {
    if (step.uram > 0)
      break;
    words = step.words;
  }
  return words;
}

static LoopRules readLoops(JsonObject object) {
  LoopRules r;
  r.minIterationLatency = object.quantity("min_iteration_latency", "cycles");
  r.taskOverhead = object.quantity("task_overhead", "cycles");
  r.outerOverhead = object.quantity("outer_overhead", "cycles");
  r.outerExit = object.quantity("outer_exit", "cycles");
  r.carriedSlack = object.quantity("carried_slack", "cycles");
  r.flattenSlack = object.quantity("flatten_slack", "cycles");
  r.addLoopDepth = object.quantity("add_loop_depth", "cycles");
  r.addLoopOverhead = object.quantity("add_loop_overhead", "cycles");
  object.finish();
  return r;
}

static DepthRules readDepth(JsonObject object) {
  DepthRules r;
  r.parallel = object.quantity("parallel", "cycles");
  r.carried = object.quantity("carried", "cycles");
  r.local = object.quantity("local", "cycles");
  r.localBuffer = object.quantity("local_buffer", "cycles");
  r.guarded = object.quantity("guarded", "cycles");
  r.guardedTerm = object.quantity("guarded_term", "cycles");
  r.zeroInit = object.quantity("zero_init", "cycles");
  r.copy = object.quantity("copy", "cycles");
  r.remainder = object.quantity("remainder", "cycles");
  r.strideMultiply = object.quantity("stride_multiply", "cycles");
  r.strideDigits = object.quantity("stride_digits", "digits");
  object.finish();
  return r;
}

static RealignRules readRealign(JsonObject object) {
  RealignRules r;
  r.depth = object.quantity("depth", "cycles");
  r.muxWays = object.quantity("mux_ways", "inputs", 1);
  r.fifoLut = object.quantity("fifo_lut", "LUT");
  r.fifoFf = object.quantity("fifo_ff", "FF");
  r.ffPerBit = object.quantity("ff_per_bit", "FF");
  object.finish();
  return r;
}

static DataflowRules readDataflow(JsonObject object) {
  DataflowRules r;
  r.entry = object.quantity("entry", "cycles");
  r.fifoLatency = object.quantity("fifo_latency", "cycles", 1);
  r.fifoFree = object.quantity("fifo_free", "cycles");
  r.sharedPort = object.quantity("shared_port", "cycles");
  object.finish();
  return r;
}

static ExtraPortRules readExtraPort(JsonObject object) {
  ExtraPortRules r;
  r.lut = object.quantity("lut", "LUT");
  r.lutMilliPerBit = object.quantity("lut_per_bit", "thousandths of a LUT");
  r.ff = object.quantity("ff", "FF");
  r.ffMilliPerBit = object.quantity("ff_per_bit", "thousandths of an FF");
  object.finish();
  return r;
}

static OverlapRules readOverlap(JsonObject object) {
  OverlapRules r;
  r.iteration = object.quantity("iteration", "cycles");
  r.third = object.quantity("third", "cycles");
  r.segment = object.quantity("segment", "cycles");
  r.remainder = object.quantity("remainder", "cycles");
  r.bankLut = object.quantity("bank_lut", "LUT");
  object.finish();
  return r;
}

static TransferRules readTransfers(JsonObject object) {
  TransferRules r;
  r.loadOverhead = object.quantity("load_overhead", "cycles");
  r.storeOverhead = object.quantity("store_overhead", "cycles");
  r.registersDepth = object.quantity("registers_depth", "cycles");
  r.ramDepth = object.quantity("ram_depth", "cycles");
  r.strideMultiply = object.quantity("stride_multiply", "cycles");
  r.remainder = object.quantity("remainder", "cycles");
  r.remainderBram = object.quantity("remainder_bram", "cycles");
  r.remainderStore = object.quantity("remainder_store", "cycles");
  r.partialStore = object.quantity("partial_store", "cycles");
  r.portsPerBank = object.quantity("ports_per_bank", "accesses", 1);
  r.maxWidth = object.quantity("max_width", "bits", 8);
  r.nestedFlat = object.quantity("nested_flat", "cycles");
  r.nestedDeep = object.quantity("nested_deep", "cycles");
  r.nestOverhead = object.quantity("nest_overhead", "cycles");
  r.overlap = readOverlap(object.child("overlap"));
  r.realign = readRealign(object.child("realign"));
  r.extraPort = readExtraPort(object.child("extra_port"));
  object.finish();
  return r;
}

static void checkMemoryUnits(JsonObject units) {
  for (auto [key, unit] :
       {std::pair("words", "words"), std::pair("lut", "LUT"),
        std::pair("ff", "FF"), std::pair("bram_18k", "BRAM_18K"),
        std::pair("uram", "URAM")})
    if (std::string found = units.text(key); found != unit)
      units.fail(key, Twine("expected '") + unit + "', found '" + found + "'");
  units.finish();
}

static MemoryRules readMemories(JsonObject object) {
  MemoryRules r;
  checkMemoryUnits(object.child("units"));
  object.text("source");
  object.provenance("provenance");
  r.wordBits = object.quantity("word_bits", "bits", 1);
  for (JsonObject &entry : object.children("steps")) {
    MemoryStep step;
    int64_t least = r.steps.empty() ? 1 : r.steps.back().words + 1;
    step.words = entry.number("words", least);
    step.lut = entry.number("lut");
    step.ff = entry.number("ff");
    step.bram = entry.number("bram_18k");
    step.uram = entry.number("uram");
    entry.finish();
    r.steps.push_back(step);
  }
  r.bramWords = object.quantity("bram_words", "words", 1);
  r.uramAsBram = object.quantity("uram_as_bram", "BRAM_18K");
  r.uramWords = object.quantity("uram_words", "words", 1);
  r.uramBits = object.quantity("uram_bits", "bits", 1);
  r.maskBits = object.quantity("mask_bits", "bits", 1);
  for (JsonObject &entry : object.children("adapters")) {
    int64_t least = r.adapters.empty() ? 1 : r.adapters.back().first + 1;
    int64_t bits = entry.number("bits", least);
    r.adapters.emplace_back(bits, entry.number("bram_18k"));
    entry.finish();
  }
  object.finish();
  return r;
}

static LinearRule readLinear(JsonObject object, StringRef resource) {
  LinearRule r;
  std::string unit = ("thousandths of a " + resource).str();
  r.bank = object.quantity("bank", unit);
  r.unit = object.quantity("unit", unit);
  r.guardedOperation = object.quantity("guarded_operation", unit);
  r.sharedUnit = object.quantity("shared_unit", unit);
  r.depthOutput = object.quantity("depth_output", unit);
  object.finish();
  return r;
}

Expected<ToolRules> talos::target::loadToolRules(StringRef path) {
  Expected<std::unique_ptr<JsonFile>> file = JsonFile::open(path);
  if (!file)
    return file.takeError();
  JsonObject root = (*file)->root();
  ToolRules rules;
  rules.name = root.text("name");
  rules.loops = readLoops(root.child("loops"));
  rules.depth = readDepth(root.child("depth"));
  rules.transfers = readTransfers(root.child("transfers"));
  rules.dataflow = readDataflow(root.child("dataflow"));
  rules.levelOverhead = root.quantity("level_overhead", "cycles");
  rules.memories = readMemories(root.child("memories"));
  rules.lut = readLinear(root.child("lut"), "LUT");
  rules.ff = readLinear(root.child("ff"), "FF");
  root.finish();
  if (Error error = (*file)->takeError())
    return std::move(error);
  return rules;
}
