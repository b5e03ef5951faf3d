//===- StreamOrderTest.cpp - What stands between two orders ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle runs both sequences: it moves every token through the stages that
// isl found, with just the room that isl says, and with one place less.
//
//===----------------------------------------------------------------------===//

#include "talos/Poly/StreamOrder.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "talos/Poly/OrderBanks.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace talos::poly;

namespace {

using Element = SmallVector<int64_t>;
using Sequence = std::vector<Element>;

class StreamOrders : public ::testing::Test {
protected:
  StreamOrder order(SmallVector<int64_t> trips, StringRef map,
                    SmallVector<int64_t> lanes = {}) {
    auto attr = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + map + ">").str(), &context));
    return {trips, attr.getValue(), lanes};
  }
  MLIRContext context;
};

/// First elements of the tokens, one after the other.
Sequence sequenceOf(const StreamOrder &order) {
  Sequence result;
  SmallVector<int64_t> at(order.trips.size(), 0);
  while (true) {
    result.push_back(order.element.compose(at));
    size_t loop = at.size();
    while (loop > 0 && ++at[loop - 1] == order.trips[loop - 1])
      at[--loop] = 0;
    if (loop == 0)
      return result;
  }
}

/// The elements of tokens, one after the other.
Sequence elementsOf(const StreamOrder &order) {
  Sequence result;
  for (const Element &first : sequenceOf(order)) {
    Sequence all = {first};
    for (auto [dim, lanes] : llvm::enumerate(order.lanes)) {
      Sequence more;
      for (const Element &element : all)
        for (int64_t lane = 0; lane < lanes; ++lane) {
          more.push_back(element);
          more.back()[dim] += lane;
        }
      all = more;
    }
    llvm::append_range(result, all);
  }
  return result;
}

/// The sequence without what has come before.
Sequence firstUses(const Sequence &sequence) {
  Sequence result;
  std::set<std::vector<int64_t>> seen;
  for (const Element &element : sequence)
    if (seen.insert({element.begin(), element.end()}).second)
      result.push_back(element);
  return result;
}

/// With so many places, tokens that come in the order `in` can leave in the
/// order `out`.
bool reorders(const Sequence &in, const Sequence &out, int64_t places) {
  std::set<std::vector<int64_t>> here;
  size_t next = 0;
  for (const Element &wanted : out) {
    std::vector<int64_t> key(wanted.begin(), wanted.end());
    while (!here.count(key)) {
      if (next == in.size() || int64_t(here.size()) == places)
        return false;
      here.insert({in[next].begin(), in[next].end()});
      ++next;
    }
    here.erase(key);
  }
  return next == in.size();
}

/// A circular buffer with so many places replays tokens that come in the order
/// of their first use.
bool replays(const Sequence &out, int64_t places) {
  if (places < 1)
    return false;
  Sequence buffer(places);
  std::map<std::vector<int64_t>, int64_t> number;
  for (const Element &wanted : out) {
    auto [known, isNew] = number.try_emplace({wanted.begin(), wanted.end()},
                                             int64_t(number.size()));
    Element &place = buffer[known->second % places];
    if (isNew)
      place = wanted;
    else if (place != wanted)
      return false;
  }
  return true;
}

/// Permutes inside of blocks of so many tokens.
bool staysInBlocks(const Sequence &in, const Sequence &out, size_t block) {
  for (size_t at = 0; at < in.size(); at += block) {
    Sequence left(in.begin() + at, in.begin() + at + block),
        right(out.begin() + at, out.begin() + at + block);
    llvm::sort(left);
    llvm::sort(right);
    if (left != right)
      return false;
  }
  return true;
}

/// Where a place is given, it is that of the token that leaves.
bool leaves(const Sequence &in, const Sequence &out, const OrderStage &stage) {
  for (size_t n = 0; stage.place && n < out.size(); ++n) {
    int64_t inBlock = n % stage.block;
    if (in[n - inBlock + stage.place.compose({inBlock}).front()] != out[n])
      return false;
  }
  return true;
}

void check(const StreamOrder &production, const StreamOrder &consumption) {
  auto stages = stagesBetween(production, consumption);
  ASSERT_TRUE(bool(stages)) << llvm::toString(stages.takeError());
  Sequence in = elementsOf(production), out = elementsOf(consumption);
  if (production.lanes == consumption.lanes) {
    in = sequenceOf(production);
    out = sequenceOf(consumption);
  }
  Sequence first = firstUses(out);
  bool isReordered = false, isHeld = false, isBuffered = false;
  for (const OrderStage &stage : *stages) {
    if (stage.kind == OrderStage::Reorder) {
      isReordered = true;
      EXPECT_TRUE(reorders(in, first, stage.tokens)) << stage.tokens;
      EXPECT_FALSE(reorders(in, first, stage.tokens - 1)) << stage.tokens;
      EXPECT_LT(stage.block, int64_t(in.size()));
      EXPECT_TRUE(staysInBlocks(in, first, stage.block));
      EXPECT_TRUE(leaves(in, first, stage));
    } else if (stage.kind == OrderStage::Hold) {
      isHeld = true;
      EXPECT_TRUE(replays(out, stage.tokens)) << stage.tokens;
      EXPECT_FALSE(replays(out, stage.tokens - 1)) << stage.tokens;
    } else if (stage.kind == OrderStage::Buffer) {
      isBuffered = true;
      EXPECT_EQ(stage.tokens, int64_t(in.size()));
    }
  }
  if (isBuffered) {
    EXPECT_NE(in, first);
    return;
  }
  EXPECT_EQ(isReordered, in != first);
  EXPECT_EQ(isHeld, out.size() != first.size());
}

/// What is found digit by digit is what isl finds.
void compareWithIsl(const StreamOrder &production,
                    const StreamOrder &consumption) {
  auto stages = stagesBetween(production, consumption),
       oracle = islStagesBetween(production, consumption);
  ASSERT_TRUE(bool(stages)) << llvm::toString(stages.takeError());
  ASSERT_TRUE(bool(oracle)) << llvm::toString(oracle.takeError());
  ASSERT_EQ(stages->size(), oracle->size());
  for (auto [stage, other] : llvm::zip(*stages, *oracle)) {
    EXPECT_EQ(stage.kind, other.kind);
    EXPECT_EQ(stage.tokens, other.tokens);
    EXPECT_EQ(stage.block, other.block);
    if (!stage.place || !other.place ||
        stage.place.getNumDims() != other.place.getNumDims())
      continue;
    SmallVector<int64_t> trips = stage.kind == OrderStage::Reorder
                                     ? SmallVector<int64_t>{stage.block}
                                     : consumption.trips;
    int64_t points = 1;
    for (int64_t trip : trips)
      points *= trip;
    for (int64_t point = 0; point < points; ++point) {
      SmallVector<Attribute> at(trips.size());
      int64_t rest = point;
      for (size_t loop = trips.size(); loop-- > 0; rest /= trips[loop])
        at[loop] = IntegerAttr::get(IndexType::get(stage.place.getContext()),
                                    rest % trips[loop]);
      SmallVector<Attribute> a, b;
      ASSERT_TRUE(succeeded(stage.place.constantFold(at, a)) &&
                  succeeded(other.place.constantFold(at, b)));
      ASSERT_EQ(cast<IntegerAttr>(a[0]).getInt(),
                cast<IntegerAttr>(b[0]).getInt());
    }
  }
}

std::string kindsOf(const StreamOrder &production,
                    const StreamOrder &consumption) {
  auto stages = stagesBetween(production, consumption);
  if (!stages)
    return llvm::toString(stages.takeError());
  std::string text;
  for (const OrderStage &stage : *stages) {
    static constexpr StringLiteral names[] = {"regroup", "reorder", "hold",
                                              "buffer"};
    text += (text.empty() ? "" : " ") + names[stage.kind].str();
    if (stage.kind != OrderStage::Regroup)
      text += " " + std::to_string(stage.tokens);
    if (stage.kind == OrderStage::Reorder)
      text += " of " + std::to_string(stage.block);
  }
  return text;
}

TEST_F(StreamOrders, OperandsOfAProduct) {
  // B by tiles of columns, whole on chip after its first use.
  StreamOrder b = order({2, 5, 7}, "(j0, k, j1) -> (k, j0 * 7 + j1)");
  EXPECT_EQ(kindsOf(b, b), "");
  EXPECT_EQ(
      kindsOf(b, order({3, 2, 5, 7}, "(i0, j0, k, j1) -> (k, j0 * 7 + j1)")),
      "hold 70");
  // A row by row, used column by column of a block of 3 rows, for each tile of
  // columns of B.
  StreamOrder a = order({6, 5}, "(i, k) -> (i, k)");
  StreamOrder columns = order({2, 5, 3}, "(i0, k, i2) -> (i0 * 3 + i2, k)");
  EXPECT_EQ(kindsOf(a, columns), "reorder 9 of 15");
  EXPECT_EQ(
      kindsOf(a, order({2, 4, 5, 3}, "(i0, j0, k, i2) -> (i0 * 3 + i2, k)")),
      "reorder 9 of 15 hold 15");
  // Column by column of all rows: a block that is the whole array.
  EXPECT_EQ(kindsOf(a, order({5, 6}, "(k, i) -> (i, k)")), "buffer 30");
}

/// Token by token through the expressions of the stages.
TEST_F(StreamOrders, PlacesAndFirstUses) {
  StreamOrder a = order({6, 5}, "(i, k) -> (i, k)");
  StreamOrder used = order({2, 4, 5, 3}, "(i0, j0, k, i2) -> (i0 * 3 + i2, k)");
  auto stages = stagesBetween(a, used);
  ASSERT_TRUE(bool(stages)) << llvm::toString(stages.takeError());
  ASSERT_EQ(stages->size(), 2u);
  const OrderStage &reorder = stages->front(), &hold = stages->back();
  ASSERT_TRUE(bool(reorder.place) && bool(hold.place) && hold.first);
  Sequence in = sequenceOf(a), ordered, out;
  for (int64_t n = 0; n < int64_t(in.size()); ++n)
    ordered.push_back(in[n - n % reorder.block +
                         reorder.place.compose({n % reorder.block})[0]]);
  StreamOrder iterators = used;
  iterators.element = AffineMap::getMultiDimIdentityMap(4, &context);
  size_t next = 0;
  Sequence buffer(hold.tokens);
  for (const Element &at : sequenceOf(iterators)) {
    SmallVector<AffineExpr> values;
    for (int64_t value : at)
      values.push_back(getAffineConstantExpr(value, &context));
    bool isFirst = true;
    IntegerSet first = *hold.first;
    IntegerSet set = first.replaceDimsAndSymbols(values, {}, 0, 0);
    for (auto [index, expr] : llvm::enumerate(set.getConstraints())) {
      int64_t value = cast<AffineConstantExpr>(expr).getValue();
      isFirst &= set.isEq(index) ? value == 0 : value >= 0;
    }
    Element &place = buffer[hold.place.compose(at)[0]];
    if (isFirst)
      place = ordered[next++];
    out.push_back(place);
  }
  EXPECT_EQ(out, sequenceOf(used));
  EXPECT_EQ(next, ordered.size());
}

/// Of tiles of 3 x 4 rows that come row by row, boxes of 4 rows leave, or of 2
/// x 2 rows of a cube: each box finds its tokens in banks of their own, and no
/// two tokens lie in one word.
TEST_F(StreamOrders, Banks) {
  auto check = [&](const StreamOrder &from, const StreamOrder &to,
                   SmallVector<int64_t> parts) {
    auto stages = stagesBetween(from, to);
    ASSERT_TRUE(bool(stages));
    ASSERT_EQ(stages->size(), 1u);
    const OrderStage &stage = stages->front();
    ASSERT_EQ(stage.kind, OrderStage::Reorder);
    auto banks = banksOfLeaving(stage.place, stage.block, parts);
    ASSERT_TRUE(bool(banks));
    int64_t together = 1;
    for (int64_t count : parts)
      together *= count;
    std::set<std::pair<int64_t, int64_t>> words;
    for (int64_t n = 0; n < stage.block; ++n) {
      int64_t came = stage.place.compose(ArrayRef(n)).front(),
              bank = banks->bank.compose(ArrayRef(came)).front(),
              word = banks->word.compose(ArrayRef(came)).front();
      EXPECT_EQ(bank, n % together);
      EXPECT_LT(word, stage.block / together);
      EXPECT_TRUE(words.insert({bank, word}).second);
    }
  };
  check(order({24, 5}, "(i, j) -> (i, j)"),
        order({2, 5, 3, 4}, "(i, j, k, l) -> (i * 12 + k * 4 + l, j)"), {4});
  check(order({3, 8, 6, 5}, "(h, i, j, k) -> (h, i, j, k)"),
        order({3, 5, 4, 3, 2, 2},
              "(h, k, i, j, a, b) -> (h, i * 2 + a, j * 2 + b, k)"),
        {2, 2});
  // Rows of a box that two loops of production make.
  check(order({4, 3, 7, 5, 2}, "(h, r, q, p, s) -> (h, r * 2 + s, q, p)"),
        order({4, 5, 6, 7}, "(h, p, r, q) -> (h, r, q, p)"), {6, 7});
  // Places that are no digits of the number.
  auto map = order({12}, "(n) -> ((n * 5) mod 12)").element;
  auto none = banksOfLeaving(map, 12, {3});
  EXPECT_FALSE(bool(none));
  consumeError(none.takeError());
}

TEST_F(StreamOrders, LargeOrders) {
  StreamOrder a = order({200, 240}, "(i, k) -> (i, k)");
  EXPECT_EQ(kindsOf(a, order({20, 5, 240, 10},
                             "(i0, j0, k, i2) -> (i0 * 10 + i2, k)")),
            "reorder 2152 of 2400 hold 2400");
  EXPECT_EQ(kindsOf(order({390, 205}, "(i, j) -> (i, j)"),
                    order({30, 205, 13}, "(b, j, r) -> (b * 13 + r, j)")),
            "reorder 2449 of 2665");
}

// Loops over one subscript that follow each other count it as one does, and
// digits that cannot be cut alike are inside of those that both have.
TEST_F(StreamOrders, LoopsThatFollowEachOther) {
  StreamOrder tiles = order({70, 5, 4, 2}, "(r, a, b, p) -> (r, a * 4 + b, p)"),
              boxes = order({70, 4, 2, 5}, "(r, a, p, b) -> (r, a * 5 + b, p)");
  EXPECT_EQ(kindsOf(tiles, boxes), "reorder 5 of 10");
  check(tiles, boxes);
  StreamOrder halves =
                  order({70, 10, 3, 2}, "(r, a, p, b) -> (r, a * 2 + b, p)"),
              quarters =
                  order({70, 4, 3, 5}, "(r, a, p, b) -> (r, a * 5 + b, p)");
  EXPECT_EQ(kindsOf(halves, quarters), "reorder 9 of 30");
  check(halves, quarters);
}

TEST_F(StreamOrders, Windows) {
  // Three taps of a line: the oldest one is used before the newest one comes.
  EXPECT_EQ(
      kindsOf(order({10}, "(i) -> (i)"), order({8, 3}, "(i, t) -> (i + t)")),
      "hold 2");
  // Three rows of eight; by columns, the first three have to be there.
  EXPECT_EQ(kindsOf(order({6, 8}, "(i, j) -> (i, j)"),
                    order({4, 8, 3}, "(i, j, t) -> (i + t, j)")),
            "buffer 48");
  EXPECT_EQ(kindsOf(order({6, 8}, "(i, j) -> (i, j)"),
                    order({4, 3, 8}, "(i, t, j) -> (i + t, j)")),
            "hold 16");
}

TEST_F(StreamOrders, Lanes) {
  StreamOrder beats = order({6, 2}, "(i, b) -> (i, b * 4)", {1, 4});
  EXPECT_EQ(kindsOf(beats, beats), "");
  EXPECT_EQ(kindsOf(beats, order({6, 8}, "(i, j) -> (i, j)")), "regroup");
  EXPECT_EQ(kindsOf(beats, order({2, 8}, "(i0, j) -> (i0 * 3, j)", {3, 1})),
            "regroup reorder 15 of 24");
}

TEST_F(StreamOrders, Refused) {
  StreamOrder line = order({8}, "(i) -> (i)");
  EXPECT_EQ(kindsOf(line, order({9}, "(i) -> (i)")),
            "an element is consumed that is never produced");
  EXPECT_EQ(kindsOf(line, order({7}, "(i) -> (i)")),
            "an element is produced that nobody consumes");
  EXPECT_EQ(kindsOf(order({8, 2}, "(i, t) -> (i)"), line),
            "an element is produced twice; later values have a stream of "
            "their own");
  EXPECT_EQ(kindsOf(line, order({0}, "(i) -> (i)")),
            "a loop of an order runs 0 times");
  EXPECT_EQ(kindsOf(line, order({8}, "(i) -> (i floordiv 0)")),
            "a subscript of an order is not affine");
}

/// Orders of an array of 4 x 6 by strips, interchanged, replayed and slid.
TEST_F(StreamOrders, AgreeWithExecution) {
  struct Part {
    SmallVector<int64_t> trips;
    std::string rows, columns; // of iterators a, b, c, d
  };
  const Part parts[] = {
      {{4, 6}, "a", "b"},
      {{6, 4}, "b", "a"},
      {{2, 2, 6}, "a * 2 + b", "c"},
      {{2, 6, 2}, "a * 2 + c", "b"},
      {{4, 2, 3}, "a", "b * 3 + c"},
      {{2, 4, 3}, "b", "a * 3 + c"},
      {{4, 3, 2}, "a", "c * 3 + b"},
      {{2, 2, 2, 3}, "a * 2 + c", "b * 3 + d"},
      {{2, 2, 3, 2}, "b * 2 + d", "a * 3 + c"},
      {{4, 6}, "3 - a", "b"},
      {{4, 6}, "a", "5 - b"},
      {{24}, "a floordiv 6", "a mod 6"},
      {{24}, "a mod 4", "a floordiv 4"},
      // Tokens that come again.
      {{3, 4, 6}, "b", "c"},
      {{4, 3, 6}, "a", "c"},
      {{2, 3, 2, 6}, "a * 2 + c", "d"},
      {{4, 6, 2}, "a", "b"},
      {{2, 3, 6, 2}, "a * 2 + d", "c"},
      {{3, 2, 6}, "a + b", "c"},
      {{4, 5, 2}, "a", "b + c"},
      {{4, 2, 5}, "a", "b + c"},
      {{3, 6, 2}, "a + c", "b"},
  };
  auto make = [&](const Part &part) {
    std::string dims = "a";
    for (size_t i = 1; i < part.trips.size(); ++i)
      dims += std::string(", ") + char('a' + i);
    return order(llvm::to_vector(part.trips),
                 "(" + dims + ") -> (" + part.rows + ", " + part.columns + ")");
  };
  for (size_t p = 0; p < 13; p += 5)
    for (const Part &consumer : parts)
      compareWithIsl(make(parts[p]), make(consumer));
  constexpr size_t permutations = 13;
  for (size_t p = 0; p < permutations; p += 4)
    for (const Part &consumer : parts) {
      SCOPED_TRACE(parts[p].rows + ", " + parts[p].columns + " to " +
                   consumer.rows + ", " + consumer.columns);
      check(make(parts[p]), make(consumer));
    }
}

} // namespace
