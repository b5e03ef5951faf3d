//===- TargetTest.cpp - Good and malformed data files ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Target/Target.h"
#include "talos/Support/DataDir.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::target;

namespace {

template <typename T> std::string messageOf(llvm::Expected<T> result) {
  if (result)
    return "no error";
  return llvm::toString(result.takeError());
}

#define EXPECT_CONTAINS(text, part)                                            \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << text

/// A copy of a data file with one text replaced, removed at the end.
class Edited {
public:
  Edited(llvm::StringRef relative, llvm::StringRef from, llvm::StringRef to) {
    auto source = findDataFile(relative);
    EXPECT_TRUE(bool(source)) << llvm::toString(source.takeError());
    auto buffer = llvm::MemoryBuffer::getFile(*source);
    std::string text = (*buffer)->getBuffer().str();
    size_t at = text.find(from.str());
    EXPECT_NE(at, std::string::npos) << from.str();
    text.replace(at, from.size(), to.str());
    llvm::sys::fs::createTemporaryFile("talos-target", "json", path);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
  }
  ~Edited() { llvm::sys::fs::remove(path); }
  llvm::StringRef file() const { return path; }

private:
  llvm::SmallString<128> path;
};

Target load(llvm::StringRef name, int64_t clock) {
  auto target = loadTarget(name, clock, "2023.2");
  EXPECT_TRUE(bool(target)) << llvm::toString(target.takeError());
  return target ? std::move(*target) : Target();
}

TEST(Target, ListsDevices) {
  EXPECT_EQ(listTargets(),
            (std::vector<std::string>{"u200", "u55c", "zynq7020"}));
}

TEST(Target, U200) {
  Target t = load("u200", 4000);
  EXPECT_EQ(t.device.part, "xcu200-fsgd2104-2-e");
  EXPECT_EQ(t.device.family, "virtexuplus");
  EXPECT_EQ(t.device.total.dsp, 6840);
  EXPECT_EQ(t.device.total.bram18k, 4320);
  EXPECT_EQ(t.device.total.uram, 960);
  EXPECT_EQ(t.device.total.lut, 1182240);
  EXPECT_EQ(t.device.total.ff, 2364480);
  EXPECT_EQ(t.device.slrs, 3);
  EXPECT_EQ(t.device.perSlr.dsp * 3, 6840);
  EXPECT_EQ(t.device.slrCrossing, 4);
  EXPECT_EQ(t.device.maxPartition, 1024);
  EXPECT_EQ(t.device.usable, 80);
  EXPECT_TRUE(t.libraryIsExact);
}

TEST(Target, WhatADesignMayUse) {
  Target t = load("u200", 4000);
  Amounts all = llvm::cantFail(t.usable(100, ""));
  EXPECT_EQ(all.dsp, 6840);
  // 960 URAM of 4096 words; 144 BRAM_18K of 512; 8 banks of 128 words.
  EXPECT_EQ(t.largestArrayBits(all, 0), 960 * 4096 * 32);
  Amounts none = llvm::cantFail(t.usable(100, "URAM=0,BRAM_18K=144"));
  EXPECT_EQ(t.largestArrayBits(none, 8), 144 * 512 * 32);
  none.bram18k = 0;
  EXPECT_EQ(t.largestArrayBits(none, 8), 8 * 128 * 32);
  Amounts some = llvm::cantFail(t.usable(33, "URAM=100,DSP=9999"));
  EXPECT_EQ(some.dsp, 2257);
  EXPECT_EQ(some.bram18k, 1425);
  EXPECT_EQ(some.uram, 100);
  EXPECT_EQ(llvm::toString(t.usable(0, "DSP=1,DSP=2").takeError()),
            "limit 'DSP=2': it is limited twice");

  EXPECT_EQ(overuse(some, all), "");
  EXPECT_EQ(overuse(all, all), "");
  EXPECT_EQ(overuse(all, some),
            "DSP 6840 of 2257, BRAM_18K 4320 of 1425, URAM 960 of 100, "
            "LUT 1182240 of 390139, FF 2364480 of 780278");

  // Ports are as many as the arrays need.
  EXPECT_EQ(all.ports, anyPorts);
  Amounts few = llvm::cantFail(t.usable(100, "ports=3"));
  EXPECT_EQ(few.ports, 3);
  Amounts used = few;
  used.ports = 5;
  EXPECT_EQ(overuse(used, few), "ports 5 of 3");
  used.dsp = 7000;
  EXPECT_EQ(overuse(used, few), "DSP 7000 of 6840, ports 5 of 3");
}

// 80 % of what the platform leaves; a percentage is of the whole device.
TEST(Target, BuildablePreset) {
  Target u200 = load("u200", 4000);
  EXPECT_EQ(u200.device.platform.name, "xilinx_u200_gen3x16_xdma_2_202110_1");
  Resources preset = llvm::cantFail(u200.usable(0, ""));
  EXPECT_EQ(preset.dsp, 5880 * 80 / 100);
  EXPECT_EQ(preset.bram18k, 2 * 1860 * 80 / 100);
  EXPECT_EQ(preset.uram, 800 * 80 / 100);
  EXPECT_EQ(preset.lut, 979040 * 80 / 100);
  EXPECT_EQ(preset.ff, 1958080 * 80 / 100);
  EXPECT_EQ(llvm::cantFail(u200.usable(80, "")).lut, 1182240 * 80 / 100);
  EXPECT_EQ(llvm::cantFail(u200.usable(0, "DSP=7,LUT=9999999")).dsp, 7);
  EXPECT_EQ(u200.usableInWords(0),
            "buildable: 80 % of what platform "
            "xilinx_u200_gen3x16_xdma_2_202110_1 leaves");
  EXPECT_EQ(u200.usableInWords(60), "60 % of the device");
  // No public figure: the file says so, and nothing is subtracted.
  Target u55c = load("u55c", 4550);
  EXPECT_EQ(u55c.device.platform.reserved.lut, 0);
  EXPECT_EQ(u55c.device.provenance, Provenance::Assumed);
  EXPECT_EQ(llvm::cantFail(u55c.usable(0, "")).lut, 1303680 * 80 / 100);
  Target zynq = load("zynq7020", 10000);
  EXPECT_EQ(zynq.usableInWords(0), "buildable: 80 % of the device");
  EXPECT_EQ(llvm::cantFail(zynq.usable(0, "")).dsp, 220 * 80 / 100);
}

TEST(Target, OperatorFigures) {
  Target t = load("u200", 4000);
  auto add = t.lookup("fadd"), mul = t.lookup("fmul"), div = t.lookup("fdiv");
  ASSERT_TRUE(add && mul && div);
  EXPECT_EQ((*add)->latency, 7);
  EXPECT_EQ((*add)->dsp, 2);
  EXPECT_EQ((*mul)->latency, 4);
  EXPECT_EQ((*mul)->dsp, 3);
  EXPECT_EQ((*mul)->provenance, Provenance::Measured);
  EXPECT_EQ((*div)->provenance, Provenance::Assumed);
  // A double multiplication with its conversions takes 10 steps.
  EXPECT_EQ((*t.lookup("dmul"))->latency + (*t.lookup("fpext"))->latency +
                (*t.lookup("fptrunc"))->latency,
            10);
  EXPECT_CONTAINS(messageOf(t.lookup("fsin")),
                  "operator 'fsin' is not in the operator library");
}

// Every library has the same operators: a program that one family supports is
// not refused by another for want of a figure.
TEST(Target, LibrariesAgreeOnOperators) {
  std::vector<std::tuple<std::string, OperatorKind, Operands>> first;
  for (const std::string &file : listDataFiles("targets/operators")) {
    auto library =
        loadOperatorLibrary(*findDataFile("targets/operators/" + file));
    ASSERT_TRUE(bool(library)) << llvm::toString(library.takeError());
    std::vector<std::tuple<std::string, OperatorKind, Operands>> names;
    for (const Operator &op : library->operators)
      if (op.impl.empty()) // variants are there where figures are
        names.emplace_back(op.name, op.kind, op.operands);
    if (first.empty())
      first = names;
    EXPECT_TRUE(names == first) << file;
  }
  EXPECT_GT(first.size(), 40u);
}

TEST(Target, Variants) {
  Target u55c = load("u55c", 4550);
  auto add = u55c.variants("fadd");
  ASSERT_EQ(add.size(), 1u);
  EXPECT_EQ(add[0]->name, "fadd.fabric");
  EXPECT_EQ(add[0]->impl, "fabric");
  EXPECT_EQ(add[0]->base(), "fadd");
  EXPECT_EQ(add[0]->dsp, 0);
  EXPECT_EQ(add[0]->latency, 4);
  EXPECT_EQ(*u55c.lookup("fadd.fabric"), add[0]);
  EXPECT_TRUE(u55c.variants("fmul").empty());
  EXPECT_TRUE(u55c.variants("fadd.fabric").empty());
  // No report has one at 4.00 ns on the U200: no faster than the usual adder.
  Target u200 = load("u200", 4000);
  ASSERT_EQ(u200.variants("fadd").size(), 1u);
  EXPECT_EQ(u200.variants("fadd")[0]->latency, (*u200.lookup("fadd"))->latency);
  EXPECT_EQ(u200.variants("fadd")[0]->provenance, Provenance::Assumed);
  EXPECT_TRUE(load("zynq7020", 10000).variants("fadd").empty());
}

TEST(Target, OtherDevices) {
  Target u55c = load("u55c", 4550);
  EXPECT_EQ(u55c.device.family, "virtexuplusHBM");
  EXPECT_EQ(u55c.device.memory.kind, "HBM2");
  EXPECT_EQ(u55c.device.memory.banks, 32);
  EXPECT_EQ((*u55c.lookup("fadd"))->latency, 5);
  Target zynq = load("zynq7020", 10000);
  EXPECT_EQ(zynq.device.total.uram, 0);
  EXPECT_EQ((*zynq.lookup("fadd"))->provenance, Provenance::Assumed);
}

TEST(Target, ClockRule) {
  Target between = load("u200", 4300);
  EXPECT_EQ(between.library.clockPs, 4000);
  EXPECT_FALSE(between.libraryIsExact);
  Target slow = load("u200", 10000);
  EXPECT_EQ(slow.library.clockPs, 4550);
  EXPECT_CONTAINS(messageOf(loadTarget("u200", 3999, "2023.2")),
                  "a clock of 3999 ps is shorter than any operator library of "
                  "family 'virtexuplus' for Vitis 2023.2; the shortest is "
                  "4000 ps");
  EXPECT_CONTAINS(messageOf(loadTarget("zynq7020", 4000, "2023.2")),
                  "the shortest is 10000 ps: set --clock-ns 10");
  EXPECT_CONTAINS(messageOf(loadTarget("u200", 4000, "2019.1")),
                  "versions of Vitis with one: 2023.2");
}

TEST(Target, UnknownNames) {
  EXPECT_CONTAINS(messageOf(loadTarget("u250", 4000, "2023.2")),
                  "unknown target 'u250'; known targets: u200, u55c, zynq7020");
  EXPECT_CONTAINS(messageOf(loadTarget("u200", 4000, "2019.1")),
                  "no operator library for family 'virtexuplus' and Vitis "
                  "2019.1");
  EXPECT_CONTAINS(messageOf(loadTarget("/no/such.json", 4000, "2023.2")),
                  "/no/such.json: cannot be read");
}

TEST(Target, DeviceFile) {
  Edited mine("targets/devices/u200.json", "\"u200\"", "\"mine\"");
  Target t = load(mine.file(), 4000);
  EXPECT_EQ(t.device.name, "mine");
  Edited foreign("targets/devices/u200.json", "\"virtexuplus\"", "\"versal\"");
  EXPECT_CONTAINS(messageOf(loadTarget(foreign.file(), 4000, "2023.2")),
                  "no operator library for family 'versal'");
}

struct Broken {
  const char *from, *to, *message;
};

TEST(Target, MalformedDevices) {
  const Broken cases[] = {
      {"\"part\"", "\"prat\"", "key 'part': is missing; expected a string"},
      {"\"name\": \"u200\"", "\"name\": \"u200\", \"color\": 1",
       "key 'color': is unknown; expected only name, part, family"},
      {"\"value\": 6840", "\"value\": \"many\"",
       "key 'resources.total.DSP.value': expected a whole number >= 0"},
      {"\"value\": 6840", "\"value\": -1",
       "key 'resources.total.DSP.value': expected a whole number >= 0"},
      {"\"value\": 6840", "\"value\": 0.5",
       "key 'resources.total.DSP.value': expected a whole number >= 0"},
      {"\"unit\": \"DSP\"", "\"unit\": \"LUT\"",
       "key 'resources.total.DSP.unit': expected 'DSP', found 'LUT'"},
      {"\"provenance\": \"documented\"", "\"provenance\": \"heard\"",
       "key 'resources.total.DSP.provenance': expected measured, sparse, "
       "documented or assumed"},
      {"\"value\": 80,", "\"value\": 120,",
       "key 'usable': expected at most 100 percent"},
      {"\"value\": 203200", "\"value\": 1182241",
       "key 'platform.static_region.LUT': expected at most what the device "
       "has"},
      {"\"static_region\"", "\"static\"",
       "key 'platform.static_region': is missing; expected an object"},
      {"\"value\": 3,", "\"value\": 0,",
       "key 'slrs.value': expected a whole number >= 1"},
      {"\"slr_crossing\"", "\"slr_crossings\"", "key 'slr_crossing'"},
      {"\"name\": \"u200\"", "\"name\": \"u200\", \"rules\": 1",
       "key 'rules': expected a string"},
      {"{", "[", "not a JSON file"},
  };
  for (const Broken &c : cases) {
    Edited file("targets/devices/u200.json", c.from, c.to);
    std::string message = messageOf(loadDevice(file.file()));
    EXPECT_CONTAINS(message, c.message);
    EXPECT_CONTAINS(message, file.file().str());
  }
}

/// A device of the user's may have rules of its own.
TEST(Target, RulesOfADevice) {
  Edited file("targets/devices/u200.json", "\"name\": \"u200\"",
              "\"name\": \"u200\", \"rules\": \"absent.json\"");
  std::string message = messageOf(loadTarget(file.file(), 4000, "2023.2"));
  EXPECT_CONTAINS(message, "key 'rules': there is no file");
  EXPECT_CONTAINS(message, "absent.json");
}

TEST(Target, MalformedLibraries) {
  const Broken cases[] = {
      {"\"latency\": 1,", "\"latency\": 0,",
       "key 'operators.add.latency': expected a whole number >= 1"},
      {"\"latency\": 1,", "", "key 'operators.add.latency': is missing"},
      {"\"kind\": \"add\",", "", "key 'operators.add.kind': is missing"},
      {"\"kind\": \"add\"", "\"kind\": \"plus\"",
       "key 'operators.add.kind': expected one of add, sub, mul, div, rem, "
       "max, "
       "min, neg, abs, sqrt, exp, log, pow, and, or, xor, shift, cmp, select, "
       "convert, found 'plus'"},
      {"\"operands\": \"integer\"", "\"operands\": \"int\"",
       "key 'operators.add.operands': expected one of integer, floating, any, "
       "found 'int'"},
      {"\"impl\": \"fabric\"", "\"impl\": \"lut\"",
       "key 'operators.fadd.fabric.impl': expected 'fabric', as in the name, "
       "found 'lut'"},
      {"\"fadd.fabric\"", "\"plus.fabric\"",
       "key 'operators.plus.fabric.kind': expected an operator 'plus' of the "
       "same kind and operands, whose variant this is"},
      {"\"latency\": \"cycles\"", "\"latency\": \"ns\"",
       "key 'units.latency': expected 'cycles', found 'ns'"},
      {"\"unit\": \"ps\"", "\"unit\": \"ns\"",
       "key 'clock.unit': expected 'ps', found 'ns'"},
  };
  for (const Broken &c : cases) {
    Edited file("targets/operators/virtexuplus-2023.2-4000ps.json", c.from,
                c.to);
    EXPECT_CONTAINS(messageOf(loadOperatorLibrary(file.file())), c.message);
  }
}

TEST(Target, MalformedRules) {
  const Broken cases[] = {
      {"\"task_overhead\"", "\"task_overhaed\"",
       "key 'loops.task_overhead': is missing"},
      {"{\"words\": 64,", "{\"words\": 1,",
       "key 'memories.steps[1].words': expected a whole number >= 2"},
      {"\"level_overhead\"", "\"extra\": 1, \"level_overhead\"",
       "key 'extra': is unknown"},
      {"\"steps\": [", "\"steps\": [ 3, ",
       "key 'memories.steps[0]': expected an object"},
  };
  for (const Broken &c : cases) {
    Edited file("targets/rules/vitis-2023.2.json", c.from, c.to);
    EXPECT_CONTAINS(messageOf(loadToolRules(file.file())), c.message);
  }
}

} // namespace
