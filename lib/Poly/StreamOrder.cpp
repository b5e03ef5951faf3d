//===- StreamOrder.cpp - What stands between two orders -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is said of the number of a token in the order of production:
// `uses` maps the time of a consumer (its iterators) to the number that it
// wants. The first use of each token gives the order in which a reorder has to
// let tokens out; in that order they are numbered again, and a hold replays
// them.
//
//===----------------------------------------------------------------------===//

#include "talos/Poly/StreamOrder.h"
#include "DigitStages.h"
#include "OrderDigits.h"
#include "ToAffine.h"
#include "talos/Support/Int.h"
#include "isl/options.h"

using namespace mlir;

namespace talos::poly {

static constexpr unsigned long MaxOperations = 500'000'000;

namespace {

class OrderQuery {
public:
  explicit OrderQuery(bool withDigits = true)
      : ctx(isl_ctx_alloc()), withDigits(withDigits) {
    isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(ctx.get(), MaxOperations);
  }
  llvm::Expected<std::vector<OrderStage>> run(StreamOrder production,
                                              StreamOrder consumption);
  llvm::Error checkOnce(const StreamOrder &order);

private:
  llvm::Error read(const StreamOrder &order, isl::map &elements,
                   isl::map &number) const;
  llvm::Error check(const isl::map &producer) const;
  llvm::Error reorder(std::vector<OrderStage> &stages);
  /// Later uses mostly have the rank that their loops give, too: that is
  /// simpler to compute with.
  void renumber(const isl::map &renumbered, const isl::map &rank) {
    isl::map simple = rank.intersect_domain(box);
    known = {};
    uses = simple.is_equal(renumbered).is_true() ? simple : renumbered;
  }
  llvm::Error hold(std::vector<OrderStage> &stages);
  isl::set firstTimes(const isl::map &first) const;
  bool repeats(const isl::map &leaves, int64_t block, int64_t tokens) const;
  isl::map map(const std::string &text) const {
    return isl::manage(isl_map_read_from_str(ctx.get(), text.c_str()));
  }
  /// Pairs of times of the consumer; `later`: the second one comes after.
  isl::map order(bool later) const {
    isl_space *space = isl_space_set_alloc(ctx.get(), 0, trips.size());
    return isl::manage(later ? isl_map_lex_lt(space) : isl_map_lex_le(space));
  }
  llvm::Expected<bool> isEmpty(const isl::map &pairs) const;
  llvm::Expected<int64_t> greatestDifference(const isl::map &pairs) const;
  llvm::Expected<int64_t> countOf(const isl::map &uses) const;
  llvm::Expected<isl::map> leavingOrder(const isl::map &first, int64_t tokens,
                                        isl::map &rank);
  AffineMap placeInBlock(const isl::map &first, int64_t block) const;
  void simplifyUses(const StreamOrder &production,
                    const StreamOrder &consumption);
  /// As one expression.
  AffineMap asExpression(const isl::map &relation) const {
    AffineMap map = toAffineMap(relation, context);
    return map ? map : known;
  }

  std::unique_ptr<isl_ctx, IslContextDeleter> ctx;
  bool withDigits; ///< orders of digits are compared without isl
  MLIRContext *context = nullptr;
  SmallVector<int64_t> trips; ///< of the consumer's loops
  /// First uses that an iteration of each loop has in it; 0: all are in the
  /// first one.
  SmallVector<int64_t> strides;
  isl::set box;    ///< times of the consumer: each uses a token
  isl::map uses;   ///< time of the consumer to the token's number
  AffineMap known; ///< the same as one expression; null: isl may find one
  SmallVector<int64_t> blocks; ///< sizes that a block may have, ascending
};

} // namespace

static llvm::Error refuse(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

static llvm::Error tooHard() {
  return refuse("the orders take isl too long to compare");
}

/// The elements of a token as innermost loops.
static StreamOrder withoutLanes(const StreamOrder &order) {
  StreamOrder result = order;
  result.lanes.clear();
  MLIRContext *context = order.element.getContext();
  unsigned dim = order.trips.size();
  SmallVector<AffineExpr> subscripts;
  for (auto [subscript, lanes] :
       llvm::zip(order.element.getResults(), order.lanes)) {
    result.trips.push_back(lanes);
    subscripts.push_back(subscript + getAffineDimExpr(dim++, context));
  }
  result.element = AffineMap::get(dim, 0, subscripts, context);
  return result;
}

/// Subscripts of equal tokens count them where all tokens begin at multiples of
/// their lanes: that is simpler to compute with.
static void countTokens(StreamOrder &a, StreamOrder &b) {
  auto isWhole = [](const StreamOrder &order, unsigned dim) {
    return order.element.getResult(dim).isMultipleOf(order.lanes[dim]);
  };
  for (unsigned dim = 0; dim < a.lanes.size(); ++dim) {
    if (!isWhole(a, dim) || !isWhole(b, dim))
      continue;
    for (StreamOrder *order : {&a, &b}) {
      AffineExpr token = simplifyAffineExpr(
          order->element.getResult(dim).floorDiv(order->lanes[dim]),
          order->trips.size(), /*numSymbols=*/0);
      SmallVector<AffineExpr> subscripts(order->element.getResults());
      subscripts[dim] = token;
      order->element = AffineMap::get(order->trips.size(), 0, subscripts,
                                      order->element.getContext());
    }
  }
}

/// `elements`: iterators to subscripts; `number`: iterators to their number.
llvm::Error OrderQuery::read(const StreamOrder &order, isl::map &elements,
                             isl::map &number) const {
  Strings names, subscripts, bounds = {"1 = 1"};
  std::string place = "0";
  Int tokens(1);
  for (auto [index, trip] : llvm::enumerate(order.trips)) {
    names.push_back("i" + std::to_string(index));
    bounds.push_back("0 <= " + names.back() + " < " + std::to_string(trip));
    place = std::to_string(trip) + "*(" + place + ") + " + names.back();
    tokens = tokens * Int(trip);
    if (trip < 1)
      return refuse("a loop of an order runs " + llvm::Twine(trip) + " times");
  }
  if (!tokens.isValid())
    return refuse("an order has more tokens than 64 bits count");
  for (AffineExpr expr : order.element.getResults()) {
    subscripts.push_back(islText(expr, names, {}));
    if (subscripts.back().empty())
      return refuse("a subscript of an order is not affine");
  }
  std::string domain;
  for (const std::string &bound : bounds)
    domain += (domain.empty() ? "" : " and ") + bound;
  std::string tuple = "{ [" + commaList(names) + "] -> [";
  elements = map(tuple + commaList(subscripts) + "] : " + domain + " }");
  number = map(tuple + place + "] : " + domain + " }");
  return llvm::Error::success();
}

llvm::Expected<bool> OrderQuery::isEmpty(const isl::map &pairs) const {
  isl::boolean empty = pairs.is_empty();
  if (pairs.is_null() || empty.is_error())
    return tooHard();
  return empty.is_true();
}

/// The greatest b - a of pairs [a] -> [b], 0 without a greater one.
llvm::Expected<int64_t>
OrderQuery::greatestDifference(const isl::map &pairs) const {
  llvm::Expected<bool> none = isEmpty(pairs);
  if (!none)
    return none.takeError();
  if (*none)
    return 0;
  isl::set differences = pairs.deltas();
  std::optional<int64_t> most =
      toInt(isl::manage(isl_set_dim_max_val(differences.release(), 0)));
  if (!most)
    return tooHard();
  return std::max<int64_t>(*most, 0);
}

/// Tokens that are used, where they are numbered without gaps.
llvm::Expected<int64_t> OrderQuery::countOf(const isl::map &uses) const {
  std::optional<int64_t> last =
      toInt(isl::manage(isl_set_dim_max_val(uses.range().release(), 0)));
  if (!last)
    return tooHard();
  return *last + 1;
}

/// Each element is produced once, and what is consumed is produced.
llvm::Error OrderQuery::check(const isl::map &producer) const {
  isl::boolean once = producer.is_injective();
  if (once.is_error())
    return tooHard();
  if (once.is_false())
    return refuse("an element is produced twice; later values have a stream of "
                  "their own");
  return llvm::Error::success();
}

/// Tokens to their number in the order of first uses: that of their loops, but
/// for loops in whose first iteration all first uses are. Null if the numbers
/// have gaps.
llvm::Expected<isl::map> OrderQuery::leavingOrder(const isl::map &first,
                                                  int64_t tokens,
                                                  isl::map &rank) {
  isl::set times = first.range();
  Strings names;
  std::string number = "0";
  for (auto [index, trip] : llvm::enumerate(trips)) {
    names.push_back("i" + std::to_string(index));
    std::optional<int64_t> last =
        toInt(isl::manage(isl_set_dim_max_val(times.copy(), index)));
    if (!last)
      return tooHard();
    strides.push_back(*last > 0);
    if (*last > 0)
      number = std::to_string(trip) + "*(" + number + ") + " + names.back();
  }
  int64_t stride = 1;
  for (auto [own, trip] :
       llvm::zip(llvm::reverse(strides), llvm::reverse(trips)))
    if (own > 0) {
      own = stride;
      stride *= trip;
    }
  rank = map("{ [" + commaList(names) + "] -> [" + number + "] }");
  isl::map leaves = first.apply_range(rank);
  std::string inside =
      "{ [p] -> [c] : 0 <= c < " + std::to_string(tokens) + " }";
  llvm::Expected<bool> fits = isEmpty(leaves.subtract(map(inside)));
  if (!fits)
    return fits.takeError();
  return *fits && leaves.is_injective().is_true() ? leaves : isl::map();
}

/// The number of the n-th token that leaves a block: the token of the iterators
/// that n stands for.
AffineMap OrderQuery::placeInBlock(const isl::map &first, int64_t block) const {
  AffineMap token = asExpression(uses.intersect_domain(first.range()));
  if (!token)
    return {};
  AffineExpr n = getAffineDimExpr(0, context);
  SmallVector<AffineExpr> iterators;
  for (auto [stride, trip] : llvm::zip(strides, trips)) {
    AffineExpr iterator = getAffineConstantExpr(0, context);
    if (stride > 0 && stride < block)
      iterator = stride * trip < block ? n.floorDiv(stride) % trip
                                       : n.floorDiv(stride);
    iterators.push_back(iterator);
  }
  AffineExpr place = token.getResult(0).replaceDimsAndSymbols(
      iterators, /*symReplacements=*/{});
  return AffineMap::get(1, 0, simplifyAffineExpr(place, 1, 0));
}

/// isl splits relations of small sizes into many pieces. One expression that
/// says the same, if there is one, takes their place.
void OrderQuery::simplifyUses(const StreamOrder &production,
                              const StreamOrder &consumption) {
  AffineMap number = numberAsExpression(production, consumption);
  if (!number)
    return;
  Strings names;
  for (unsigned loop = 0; loop < trips.size(); ++loop)
    names.push_back("i" + std::to_string(loop));
  std::string text = islText(number.getResult(0), names, {});
  if (text.empty())
    return;
  isl::map simple = map("{ [" + commaList(names) + "] -> [" + text + "] }")
                        .intersect_domain(box);
  if (!simple.is_equal(uses).is_true())
    return;
  known = number;
  if (!toAffineMap(uses, context))
    uses = simple;
}

/// Every block is permuted alike.
bool OrderQuery::repeats(const isl::map &leaves, int64_t block,
                         int64_t tokens) const {
  std::string b = std::to_string(block);
  isl::map next = map("{ [n] -> [n + " + b + "] : 0 <= n < " +
                      std::to_string(tokens - block) + " }");
  return next.apply_range(leaves).is_equal(leaves.apply_range(next)).is_true();
}

/// Tokens leave in the order of their first use. Where that is another one than
/// that of production, they are numbered again in it.
llvm::Error OrderQuery::reorder(std::vector<OrderStage> &stages) {
  isl::map first = uses.reverse().lexmin().coalesce(); // token to time
  isl::map inverted =
      first
          .apply_range(order(/*later=*/true)) // token to later times
          .apply_range(first.reverse())       // to tokens first used then
          .intersect(map("{ [a] -> [b] : a > b }"));
  llvm::Expected<bool> isOrdered = isEmpty(inverted);
  if (!isOrdered)
    return isOrdered.takeError();
  if (*isOrdered && toAffineMap(uses, context))
    return llvm::Error::success();
  llvm::Expected<int64_t> all = countOf(uses);
  if (!all)
    return all.takeError();
  isl::map rank;
  llvm::Expected<isl::map> leaves = leavingOrder(first, *all, rank);
  if (!leaves)
    return leaves.takeError();
  if (*isOrdered) { // tokens have the number of their first use
    renumber(uses, rank);
    return llvm::Error::success();
  }
  for (int64_t block : blocks) {
    if (leaves->is_null() || block >= *all)
      break;
    if (*all % block != 0)
      continue;
    std::string b = std::to_string(block);
    llvm::Expected<bool> stays = isEmpty(leaves->subtract(
        map("{ [p] -> [c] : floor(p/" + b + ") = floor(c/" + b + ") }")));
    if (!stays)
      return stays.takeError();
    if (!*stays || !repeats(*leaves, block, *all))
      continue;
    // Before number c leaves, all tokens up to the latest one that leaves until
    // then have come, and c have gone.
    isl::map comes = leaves->reverse();
    isl::map latest = map("{ [c] -> [d] : d <= c }")
                          .apply_range(comes)
                          .intersect_domain(comes.domain());
    llvm::Expected<int64_t> most = greatestDifference(latest);
    if (!most)
      return most.takeError();
    stages.push_back(
        {OrderStage::Reorder, *most + 1, block, placeInBlock(first, block)});
    renumber(uses.apply_range(*leaves), rank);
    return llvm::Error::success();
  }
  stages.push_back({OrderStage::Buffer, *all, 0, asExpression(uses)});
  return llvm::Error::success();
}

/// The times of first uses: mostly those at which some loops are in their first
/// iterations, which is simpler to say.
isl::set OrderQuery::firstTimes(const isl::map &first) const {
  isl::set exact = first.range(), simple = box;
  for (unsigned loop = 0; loop < trips.size(); ++loop) {
    std::optional<int64_t> last =
        toInt(isl::manage(isl_set_dim_max_val(exact.copy(), loop)));
    if (last && *last == 0)
      simple =
          isl::manage(isl_set_fix_si(simple.release(), isl_dim_set, loop, 0));
  }
  return simple.is_equal(exact).is_true() ? simple : exact;
}

/// Tokens that are used again stay until their last use.
llvm::Error OrderQuery::hold(std::vector<OrderStage> &stages) {
  isl::boolean once = uses.is_injective();
  if (once.is_error())
    return tooHard();
  if (once.is_true())
    return llvm::Error::success();
  isl::map times = uses.reverse(), first = times.lexmin(),
           last = times.lexmax();
  // Old tokens to times before their last use, and from their first one on.
  isl::map needed =
      first.apply_range(order(/*later=*/false))
          .intersect(last.apply_range(order(/*later=*/true).reverse()))
          .intersect_range(uses.domain());
  // Times to tokens that have been used by then.
  isl::map seen = first.apply_range(order(/*later=*/false)).reverse();
  llvm::Expected<int64_t> most = greatestDifference(needed.apply_range(seen));
  if (!most)
    return most.takeError();
  isl::map place = uses.apply_range(
      map("{ [n] -> [n mod " + std::to_string(*most + 1) + "] }"));
  AffineMap inBuffer = toAffineMap(place, context);
  if (!inBuffer && known)
    inBuffer =
        AffineMap::get(known.getNumDims(), 0, known.getResult(0) % (*most + 1));
  stages.push_back({OrderStage::Hold, *most + 1, 0, inBuffer,
                    toIntegerSet(firstTimes(first), box, context)});
  return llvm::Error::success();
}

llvm::Expected<std::vector<OrderStage>>
OrderQuery::run(StreamOrder production, StreamOrder consumption) {
  std::vector<OrderStage> stages;
  for (StreamOrder *order : {&production, &consumption})
    if (order->lanes.empty())
      order->lanes.assign(order->element.getNumResults(), 1);
  if (production.lanes != consumption.lanes) {
    production = withoutLanes(production);
    consumption = withoutLanes(consumption);
    stages.push_back({OrderStage::Regroup, 0, 0});
  } else {
    countTokens(production, consumption);
  }
  trips = consumption.trips;
  context = consumption.element.getContext();
  isl::map producer, number, consumer, ignored;
  if (llvm::Error error = read(production, producer, number))
    return std::move(error);
  if (llvm::Error error = read(consumption, consumer, ignored))
    return std::move(error);
  if (withDigits && stages.empty())
    if (auto found = stagesOfDigits(production, consumption))
      return *found;
  if (llvm::Error error = check(producer))
    return std::move(error);
  if (consumer.range().subtract(producer.range()).is_empty().is_false())
    return refuse("an element is consumed that is never produced");
  for (const StreamOrder *order : {&production, &consumption}) {
    int64_t size = 1;
    for (int64_t trip : llvm::reverse(order->trips))
      blocks.push_back(size *= trip);
  }
  llvm::sort(blocks);
  blocks.erase(llvm::unique(blocks), blocks.end());
  box = consumer.domain();
  uses = consumer.apply_range(producer.reverse())
             .apply_range(number)
             .coalesce()
             .detect_equalities();
  if (number.range().subtract(uses.range()).is_empty().is_false())
    return refuse("an element is produced that nobody consumes");
  simplifyUses(production, consumption);
  if (llvm::Error error = reorder(stages))
    return std::move(error);
  if (!stages.empty() && stages.back().kind == OrderStage::Buffer)
    return stages;
  if (llvm::Error error = hold(stages))
    return std::move(error);
  return stages;
}

llvm::Expected<std::vector<OrderStage>>
stagesBetween(const StreamOrder &production, const StreamOrder &consumption) {
  return OrderQuery().run(production, consumption);
}

llvm::Expected<std::vector<OrderStage>>
islStagesBetween(const StreamOrder &production,
                 const StreamOrder &consumption) {
  return OrderQuery(/*withDigits=*/false).run(production, consumption);
}

llvm::Error OrderQuery::checkOnce(const StreamOrder &order) {
  isl::map elements, ignored;
  if (llvm::Error error = read(
          order.lanes.empty() ? order : withoutLanes(order), elements, ignored))
    return error;
  return check(elements);
}

llvm::Error checkOnce(const StreamOrder &order) {
  return OrderQuery().checkOnce(order);
}

} // namespace talos::poly
