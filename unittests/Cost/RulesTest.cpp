//===- RulesTest.cpp - Each rule against rows of synthesis reports --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Rules.h"
#include "Cost/Task/Nest.h"
#include "PublishedDesign.h"
#include "gtest/gtest.h"
#include <map>

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::rules;
using namespace talos::cost::test;

namespace {

const Numbers<Int> number;
const target::ToolRules &tool() { return u200().rules; }

TEST(Rules, PipelinedLoopAndTask) {
  int rows = 0;
  for (const Row &row : readRows("statements.csv")) {
    Int loop = pipelinedLoop<Int>(integer(row, "trips"), integer(row, "ii"),
                                  integer(row, "depth"), tool().loops);
    EXPECT_EQ(loop.value(), integer(row, "loop_latency")) << row.at("design");
    // Tasks of one flattened loop; NestedTask and AddLoop test the others.
    if (integer(row, "task_latency") > loop.value() + 100)
      continue;
    EXPECT_EQ(flattenedTask(loop, tool().loops).value(),
              integer(row, "task_latency"))
        << row.at("design");
    ++rows;
  }
  EXPECT_EQ(rows, 82);
}

TEST(Rules, NestedTask) {
  // tr1/gemm 1: 44 outer iterations, C's row stride 11 needs a multiply.
  EXPECT_EQ(nestedTask<Int>(44, 322, 3, tool().loops), Int(14565));
  // tr1/bert_100_64 1: 8 outer iterations, no delay.
  EXPECT_EQ(nestedTask<Int>(8, 101, 0, tool().loops), Int(857));
}

TEST(Rules, AddLoop) {
  // mvt 0: 400 sums behind loops of 268 and 3005 cycles.
  EXPECT_EQ(addLoop(400, tool().loops) + 268, Int(683));
  EXPECT_EQ(addLoop(400, tool().loops) + 3005, Int(3420));
  // Sums that started from the old values are copied: 400 - 1 + 2 - 1 + 7.
  EXPECT_EQ(copyLoop(400, tool().loops, tool().depth), Int(407));
}

TEST(Rules, SharedDepth) {
  // tr0/gesummv 4: fmul and fadd, II 11, depth 21, a loop of 2 iterations.
  EXPECT_EQ(sharedDepth<Int>(11, 0, 11), Int(21));
}

TEST(Rules, CarriedII) {
  auto ii = [](int64_t n, bool tree) {
    return carriedII<Int>(n, 7, tree, tool().loops, number).value();
  };
  EXPECT_EQ(ii(10, true), 6);  // tr1/bert_100_64 1
  EXPECT_EQ(ii(1, false), 6);  // tr0/atax 3
  EXPECT_EQ(ii(2, false), 14); // tr0/bicg 3
  EXPECT_EQ(carriedII<Int>(1, 1, false, tool().loops, number), Int(1));
}

TEST(Rules, FlattenedII) {
  auto ii = [](int64_t depth, int64_t trips) {
    return flattenedII<Int>(depth, trips, tool().loops).value();
  };
  EXPECT_EQ(ii(85, 50), 2);    // tr0/bert_100_64 1
  EXPECT_EQ(ii(655, 240), 3);  // tr1/syrk 1
  EXPECT_EQ(ii(183, 1536), 1); // tr0/bert_100_3072 1
  EXPECT_EQ(ii(3, 5), 1);
}

TEST(Rules, RemainderDelay) {
  auto delay = [](int64_t f, int64_t u, int64_t y, int64_t extent) {
    return remainderDelay<Int>(f, u, y, extent, tool().depth, number).value();
  };
  EXPECT_EQ(delay(48, 2, 50, 100), 8);    // tr0/bert_100_64 A, dim 1
  EXPECT_EQ(delay(80, 16, 15, 240), 6);   // tr1/trmm 1, B dim 2
  EXPECT_EQ(delay(120, 3, 80, 240), 9);   // tr0/syrk 1, A dim 1
  EXPECT_EQ(delay(56, 1, 200, 200), 10);  // tr0/trmm 0, A dim 2
  EXPECT_EQ(delay(10, 1, 200, 200), 10);  // tr1/symm/overuse0 2, A
  EXPECT_EQ(delay(60, 60, 3, 180), 0);    // f' = 1
  EXPECT_EQ(delay(32, 2, 1536, 3072), 0); // f' = 16
  EXPECT_EQ(delay(200, 20, 11, 220), 0);  // N < 2 f
  EXPECT_EQ(delay(12, 1, 12, 240), 0);    // y <= f'
}

TEST(Rules, StrideMultiplies) {
  for (int64_t stride : {1, 2, 3, 12, 15, 31, 60, 96, 192})
    EXPECT_EQ(strideMultiplies<Int>(stride, 1000, tool().depth, number), Int(0))
        << stride;
  for (int64_t stride : {11, 19, 25, 55, 95})
    EXPECT_EQ(strideMultiplies<Int>(stride, 1000, tool().depth, number), Int(1))
        << stride;
}

// One row is a cycle off: tr0/bert_100_3072 loads B into BRAM without the
// cycle that every other BRAM behind a remainder takes.
TEST(Rules, Transfers) {
  int loads = 0, stores = 0, off = 0;
  for (const PublishedDesign &design : publishedDesigns())
    for (const PublishedArray &array : design.arrays) {
      ArrayCost<Int> cost =
          arrayCost(array.shape, array.factors, u200(), number);
      std::string name = design.name + " " + array.shape.name;
      EXPECT_EQ(array.shape.beat, integer(array.row, "beat")) << name;
      int64_t load = integer(array.row, "load_latency");
      if (cost.loadLatency == Int(load + 1))
        ++off;
      else
        EXPECT_EQ(cost.loadLatency.value(), load) << name;
      EXPECT_EQ(cost.storeLatency.value(), integer(array.row, "store_latency"))
          << name;
      loads += array.shape.loaded;
      stores += array.shape.stored;
    }
  EXPECT_EQ(off, 1);
  EXPECT_EQ(loads, 104);
  EXPECT_EQ(stores, 45);
}

TEST(Rules, ArrayMemories) {
  for (const PublishedDesign &design : publishedDesigns())
    for (const PublishedArray &array : design.arrays) {
      target::Target plain = u200();
      plain.rules.lut = plain.rules.ff = target::LinearRule();
      ArrayCost<Int> cost =
          arrayCost(array.shape, array.factors, plain, number);
      std::string name = design.name + " " + array.shape.name;
      if (array.shape.name == "y_2")
        continue; // mvt: the report lists no memory for this array
      EXPECT_EQ(cost.bram.value(), integer(array.row, "bram")) << name;
      EXPECT_EQ(cost.uram.value(), integer(array.row, "uram")) << name;
      EXPECT_EQ(cost.lutMilli.value(), integer(array.row, "lut") * 1000)
          << name;
      EXPECT_EQ(cost.ffMilli.value(), integer(array.row, "ff") * 1000) << name;
    }
}

TEST(Rules, MemoryTable) {
  for (const Row &row : readRows("memories.csv")) {
    int64_t words = integer(row, "words");
    auto bank = [&](Memory kind, bool uram) {
      return bankResource<Int>(words, 1 << 20, kind, uram, tool().memories,
                               number)
          .value();
    };
    EXPECT_EQ(bank(Memory::Bram, true), integer(row, "bram")) << words;
    EXPECT_EQ(bank(Memory::Uram, true), integer(row, "uram")) << words;
    EXPECT_EQ(bank(Memory::Lut, true), integer(row, "lut")) << words;
    EXPECT_EQ(bank(Memory::Ff, true), integer(row, "ff")) << words;
    EXPECT_EQ(bank(Memory::Uram, false), 0) << words;
    if (integer(row, "uram"))
      EXPECT_EQ(bank(Memory::Bram, false), 8) << words;
  }
}

TEST(Rules, SignedDigits) {
  for (int64_t value = 0; value <= 3000; ++value)
    ASSERT_EQ(signedDigits<Int>(value, 3000, number), Int(signedDigits(value)));
  EXPECT_EQ(signedDigits(7), 2);  // 8 - 1
  EXPECT_EQ(signedDigits(11), 3); // 8 + 4 - 1
}

TEST(Rules, Adapters) {
  for (auto [bits, bram] :
       {std::pair(8, 2), std::pair(32, 2), std::pair(64, 4), std::pair(128, 8),
        std::pair(256, 16), std::pair(512, 30)})
    EXPECT_EQ(adapterBram(bits, tool()), bram);
}

TEST(Rules, Beats) {
  EXPECT_EQ(beatOf({200, 240}, 32, tool()), 16);
  EXPECT_EQ(beatOf({200, 220}, 32, tool()), 4);
  EXPECT_EQ(beatOf({400}, 64, tool()), 8);
  EXPECT_EQ(beatOf({7, 13}, 32, tool()), 1);
  EXPECT_EQ(beatOf({}, 32, tool()), 1);
  EXPECT_EQ(widestBeatOf(220, 32, tool()), 16);
  EXPECT_EQ(widestBeatOf(400, 64, tool()), 8);
  EXPECT_EQ(widestBeatOf(13, 32, tool()), 16); // 13 need no more
  EXPECT_EQ(widestBeatOf(3, 32, tool()), 4);
  EXPECT_EQ(widestBeatOf(8, 64, tool()), 8);
  EXPECT_EQ(widestBeatOf(1, 32, tool()), 1);
}

// Factors and beats that do not divide the extents: the last words and the
// last beat are partly unused, nothing is lost.
TEST(Rules, RoundsUp) {
  ArrayShape shape{"A", {10, 13}, 32, 4, 4, true, false};
  ArrayCost<Int> cost = arrayCost<Int>(shape, {4, 5}, u200(), number);
  EXPECT_EQ(cost.banks, Int(20));
  EXPECT_EQ(cost.wordsPerBank, Int(9)); // 3 x 3
  // 10 rows of 4 beats; f = 5 is no power of two and 13 >= 10: bits(13) + 4.
  EXPECT_EQ(cost.loadLatency, Int(39 + 8 - 1 + 74));
  EXPECT_EQ(cost.storeLatency, Int(0));
}

// A loop over tiles with two buffers: an iteration takes its longest call + 2,
// each part 1 more.
TEST(Rules, OverlappedTiles) {
  TaskChoice<Int> choice;
  choice.loops = {{6, 1, 1, 0}, {5, 1, 1, 0}};
  choice.buffers = Int(2);
  choice.transfers = {{0, 80, 0, 40, 0}, {0, 0, 90, 0, 45}};
  auto cycles = [&](int64_t call) {
    return overlappedSlot<Int>(choice, 0, call, /*isLeast=*/false, tool(),
                               number);
  };
  choice.slots = {0, 2}; // the second loop runs inside
  EXPECT_EQ(cycles(100), Int(81 + 101 + (4 * (100 + 2) + 1) + 101 + 91));
  EXPECT_EQ(cycles(85), Int(81 + 86 + (4 * (90 + 2) + 1) + 91 + 91));
  // One loop over 30 tiles: their places take 5 + 4 cycles.
  choice.slots = {0, 0};
  EXPECT_EQ(cycles(100), Int(81 + 101 + (28 * (100 + 2 + 9) + 1) + 101 + 91));
  // What is loaded and stored waits for the store.
  choice.transfers.push_back({0, 70, 60, 35, 30, /*both=*/true});
  EXPECT_EQ(cycles(100),
            Int(81 + 101 + (28 * (100 + 2 + 9 + 71) + 1) + 101 + 91));
  // Loads alone.
  choice.transfers = {{0, 80, 0, 40, 0}};
  choice.slots = {0, 1};
  EXPECT_EQ(cycles(100), Int(81 + 101 + (4 * (100 + 2) + 1) + 101));
}

// Rows of 13 elements do not start on beats of 4: each of its elements has 4
// places, which a LUT a bit chooses from; 3 cycles more.
TEST(Rules, Realigns) {
  ArrayShape shape{"A", {10, 13}, 32, 1, 16, true, true};
  auto cost = [&](int64_t beat) {
    return arrayCost<Int>(shape, {4, 5}, u200(), number, std::nullopt,
                          PortChoice<Int>{beat});
  };
  ArrayCost<Int> narrow = cost(1), wide = cost(4), widest = cost(16);
  const target::RealignRules &rules = tool().transfers.realign;
  // 10 rows of 13 beats, of 4 and of one.
  EXPECT_EQ(narrow.loadLatency, Int(129 + 8 - 1 + 74));
  EXPECT_EQ(wide.loadLatency, Int(39 + 8 + rules.depth - 1 + 74));
  // 16 elements into 5 banks: 4 of them in one, which has 2 ports.
  EXPECT_EQ(widest.loadLatency, Int(9 * 2 + 8 + 1 + rules.depth - 1 + 74));
  EXPECT_EQ(wide.lutMilli - narrow.lutMilli,
            Int(2 * 1000 * (128 * 2 + rules.fifoLut)));
  EXPECT_EQ(widest.lutMilli - narrow.lutMilli,
            Int(2 * 1000 * (512 * 5 + rules.fifoLut)));
  EXPECT_EQ(wide.ffMilli - narrow.ffMilli,
            Int(2 * 1000 * (128 * rules.ffPerBit + rules.fifoFf)));
  EXPECT_EQ(widest.adapterBram, Int(adapterBram(512, tool())));
  // One row is whole beats but for its end, and shifts nothing.
  shape.extents = {13};
  ArrayCost<Int> row = arrayCost<Int>(shape, {5}, u200(), number, std::nullopt,
                                      PortChoice<Int>{4});
  ArrayCost<Int> single = arrayCost<Int>(shape, {5}, u200(), number,
                                         std::nullopt, PortChoice<Int>{1});
  EXPECT_EQ(row.lutMilli, single.lutMilli);
  EXPECT_EQ(row.loadLatency, single.loadLatency - Int(9));
}

// Elements of several runs by the bank that they lie in, counted one by one.
TEST(Rules, WordsOfRuns) {
  for (int64_t runs : {1, 2, 4, 8})
    for (int64_t apart = 1; apart < 20; ++apart)
      for (int64_t lanes : {1, 2, 4, 16})
        for (int64_t banks = 1; banks < 24; ++banks) {
          std::map<int64_t, int64_t> words;
          int64_t most = 0;
          for (int64_t run = 0; run < runs; ++run)
            for (int64_t lane = 0; lane < lanes; ++lane)
              most = std::max(most, ++words[(run * apart + lane) % banks]);
          EXPECT_EQ(rules::wordsOfRuns(runs, Int(apart), Int(lanes), Int(banks),
                                       number),
                    Int(most))
              << runs << " runs of " << lanes << ", " << apart << " apart, in "
              << banks << " banks";
        }
}

// A URAM has 4,096 words of 72 bits: 2 floats side by side take one where they
// are deep enough, 16 take eight; each bank has its own.
TEST(Rules, PackedWords) {
  auto pack = [](std::vector<int64_t> extents, std::vector<Int> factors,
                 unsigned bits = 32) {
    ArrayShape shape{"A", std::move(extents), bits, 16, 16, true, false};
    return arrayCost<Int>(shape, factors, u200(), number, Int(1));
  };
  EXPECT_EQ(pack({2000, 2000}, {1, 2}).uram, Int(489)); // 2,000,000 / 4,096
  EXPECT_EQ(pack({2000, 2000}, {1, 2}).bram, Int(0));
  EXPECT_EQ(pack({2000, 2000}, {1, 2}).banks, Int(1));
  EXPECT_EQ(pack({2000, 2000}, {8, 2}).uram, Int(8 * 62)); // 250,000 / 4,096
  EXPECT_EQ(pack({2000, 2000}, {1, 16}).uram, Int(8 * 62));
  EXPECT_EQ(pack({2000, 2000}, {1, 4}, 16).uram, Int(245));
  EXPECT_EQ(pack({16}, {16}).registers, Int(0)); // one word, but no register
  // A beat of 16 is 8 words of 2 through two ports, as it is to 2 banks.
  EXPECT_EQ(pack({2000, 2000}, {1, 2}).loadLatency,
            arrayCost<Int>({"A", {2000, 2000}, 32, 16, 16, true, false}, {1, 2},
                           u200(), number)
                .loadLatency);
  // What is not packed costs what it did.
  ArrayShape shape{"A", {100, 100}, 32, 4, 4, true, true};
  EXPECT_EQ(arrayCost<Int>(shape, {2, 2}, u200(), number, Int(0)).bram,
            arrayCost<Int>(shape, {2, 2}, u200(), number).bram);
}

TEST(Rules, WhatCanBePacked) {
  ArrayShape shape{"A", {10, 12}, 32, 4, 4, true, true};
  EXPECT_EQ(packedElements(shape, u200()), (std::vector<int64_t>{2, 4, 8}));
  shape.extents = {100, 100};
  EXPECT_EQ(packedElements(shape, u200()), (std::vector<int64_t>{2, 4, 8, 16}));
  shape.elementBits = 64; // two are wider than a word
  EXPECT_TRUE(packedElements(shape, u200()).empty());
  shape.elementBits = 1; // no byte of its own
  EXPECT_TRUE(packedElements(shape, u200()).empty());
  shape.elementBits = 16;
  shape.initialized = true;
  EXPECT_TRUE(packedElements(shape, u200()).empty());
  shape.initialized = false;
  target::Target noUram = u200();
  noUram.device.total.uram = 0;
  EXPECT_TRUE(packedElements(shape, noUram).empty());
}

TEST(Rules, ScalarBuffer) {
  ArrayShape shape{"s", {}, 32, 1, 1, true, true};
  ArrayCost<Int> cost = arrayCost<Int>(shape, {}, u200(), number);
  EXPECT_EQ(cost.registers, Int(1));
  EXPECT_EQ(cost.banks, Int(1));
  EXPECT_EQ(cost.loadLatency, Int(2 - 1 + 74));
}

TEST(Rules, WideElements) {
  // 64-bit rows of the 2021.1 tables: two BRAM_18K a bank, LUTRAM up to 64
  // words.
  auto bram = [](int64_t words) {
    ArrayShape shape{"A", {words}, 64, 8, 8, true, false};
    return arrayCost<Int>(shape, {1}, u200(), number).bram.value();
  };
  EXPECT_EQ(bram(50), 0);
  EXPECT_EQ(bram(75), 2);
  EXPECT_EQ(bram(160), 2);
  EXPECT_EQ(bram(300), 2);
  EXPECT_EQ(bram(600), 4);
}

} // namespace
