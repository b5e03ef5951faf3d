//===- StreamedOrders.cpp - Orders of tokens as digits --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedOrders.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

template <typename N>
N StreamedOrders<N>::levelOf(int nest, unsigned loop, unsigned level) const {
  const StreamedChoice<N> &choice = point.nests[nest];
  return level == 0 ? choice.tiles[loop] : choice.steps[loop];
}

/// Tiles and steps as the nest runs them.
template <typename N>
std::vector<std::pair<unsigned, unsigned>>
StreamedOrders<N>::loopsOf(int nest, unsigned order) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::vector<std::pair<unsigned, unsigned>> loops;
  for (unsigned loop : info.orders[order])
    loops.push_back({loop, 0});
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (info.loops[loop].reduces)
      loops.push_back({loop, 0});
  for (unsigned loop : info.parallel())
    if (loop != info.pipelined())
      loops.push_back({loop, 1});
  loops.push_back({info.pipelined(), 1});
  return loops;
}

/// The parts of a box follow each other.
template <typename N>
void StreamedOrders<N>::addParts(Order &order, int nest,
                                 const StreamedAccess &access,
                                 const StreamedEdge<N> &edge) const {
  for (unsigned dim = 0; dim + 1 < access.dims.size(); ++dim) {
    unsigned loop = access.dims[dim];
    order.push_back({nest, loop, 2, dim,
                     floorDiv(point.nests[nest].lanes[loop], edge.lanes[dim])});
  }
}

template <typename N>
N StreamedOrders<N>::moves(int nest, const StreamedAccess &access,
                           unsigned loop, unsigned order) const {
  if (access.has(loop))
    return number(1);
  bool isAgain = program.arrays[access.array].isEverAgain() &&
                 program.nests[nest].orders[order].front() == loop;
  return isAgain ? point.again[access.array] : number(0);
}

template <typename N>
N StreamedOrders<N>::timesLoaded(int nest, const StreamedAccess &access,
                                 unsigned order) const {
  unsigned outermost = program.nests[nest].orders[order].front();
  return access.has(outermost)
             ? number(1)
             : select(moves(nest, access, outermost, order),
                      point.nests[nest].tiles[outermost], number(1));
}

template <typename N>
N StreamedOrders<N>::repetitions(int nest, const StreamedAccess &access) const {
  if (!program.arrays[access.array].isEverAgain())
    return number(1);
  return byOrder(
      nest, [&](unsigned order) { return timesLoaded(nest, access, order); });
}

template <typename N>
N StreamedOrders<N>::mayComeAgain(int nest,
                                  const StreamedAccess &access) const {
  N boxes = number(1);
  for (unsigned loop : access.dims)
    boxes = boxes * levelOf(nest, loop, 0) * levelOf(nest, loop, 1);
  N times = byOrder(nest, [&](unsigned order) -> N {
    unsigned outermost = program.nests[nest].orders[order].front();
    return access.has(outermost) ? number(1) : levelOf(nest, outermost, 0);
  });
  return le(2, min(boxes, times));
}

template <typename N>
N StreamedOrders<N>::roomOfRound(int nest, const StreamedAccess &access) const {
  if (!program.arrays[access.array].isEverAgain())
    return number(0);
  const StreamedNestInfo &info = program.nests[nest];
  N rounds = number(1), boxes = number(1), comeAgain = number(0);
  std::vector<std::pair<unsigned, unsigned>> loops =
      loopsOf(nest, /*order=*/0); // all have the same steps
  for (auto [loop, level] : llvm::reverse(loops)) {
    N trip = levelOf(nest, loop, level);
    if (info.loops[loop].reduces)
      rounds = rounds * trip;
    else if (level == 1 && access.has(loop))
      boxes = boxes * trip;
    else if (level == 1)
      comeAgain = max(comeAgain, min(boxes, trip) - 1);
  }
  N isOnce =
      le(min(repetitions(nest, access) - 1, min(comeAgain, rounds - 1)), 0);
  return select(isOnce, number(0), boxes);
}

/// Ahead of all others: tokens that come again are others.
template <typename N>
void StreamedOrders<N>::addRepetitions(Order &order, int nest,
                                       const StreamedAccess &access,
                                       unsigned chosen) const {
  if (program.arrays[access.array].isEverAgain())
    order.push_back({nest, program.nests[nest].orders[chosen].front(), 0, noDim,
                     timesLoaded(nest, access, chosen)});
}

/// In the order of first uses.
template <typename N>
typename StreamedOrders<N>::Order
StreamedOrders<N>::tokens(int nest, const StreamedAccess &access,
                          unsigned order, const StreamedEdge<N> &edge) const {
  Order result;
  addRepetitions(result, nest, access, order);
  for (auto [loop, level] : loopsOf(nest, order)) {
    unsigned dim = llvm::find(access.dims, loop) - access.dims.begin();
    if (dim < access.dims.size())
      result.push_back({nest, loop, level, dim, levelOf(nest, loop, level)});
  }
  addParts(result, nest, access, edge);
  return result;
}

/// Row by row, cut as the nest cuts the loops.
template <typename N>
typename StreamedOrders<N>::Order
StreamedOrders<N>::rows(int nest, const StreamedAccess &access, unsigned order,
                        const StreamedEdge<N> &edge) const {
  Order result, parts;
  addRepetitions(result, nest, access, order);
  addParts(parts, nest, access, edge);
  for (auto [dim, loop] : llvm::enumerate(access.dims)) {
    for (unsigned level = 0; level < 2; ++level)
      result.push_back(
          {nest, loop, level, unsigned(dim), levelOf(nest, loop, level)});
    if (dim < parts.size())
      result.push_back(parts[dim]);
  }
  return result;
}

template <typename N>
N StreamedOrders<N>::productOf(const Order &order, size_t from) const {
  N product = number(1);
  for (size_t i = from; i < order.size(); ++i)
    product = product * order[i].trip;
  return product;
}

/// The next one of the same subscript behind a digit.
template <typename N>
std::optional<size_t> StreamedOrders<N>::nextDigit(const Order &order,
                                                   size_t digit) {
  for (size_t next = digit + 1; next < order.size(); ++next)
    if (order[next].dim == order[digit].dim)
      return next;
  return std::nullopt;
}

/// How many that one has, if it follows without another loop between; else 1.
template <typename N>
N StreamedOrders<N>::tripOfNext(const Order &order, size_t digit) const {
  std::optional<size_t> next = nextDigit(order, digit);
  if (!next)
    return number(1);
  N between = number(1);
  for (size_t other = digit + 1; other < *next; ++other)
    between = between * order[other].trip;
  return select(le(between, 1), order[*next].trip, number(1));
}

/// All behind the outermost loops that both orders have alike: of two nests,
/// those that cut a subscript into as many, and common factors of the first
/// ones that do not, each with the loop that cuts what is left and follows.
template <typename N>
N StreamedOrders<N>::block(const Order &to, const Order &from) const {
  // The parts of one loop follow each other.
  auto isVector = [](const Order &order) {
    return llvm::all_of(
        order, [](const Digit &d) { return d.dim == 0 || d.dim == noDim; });
  };
  if (isVector(to) && isVector(from))
    return number(0);
  std::map<std::pair<size_t, size_t>, N> known;
  std::function<N(size_t, size_t)> match = [&](size_t i, size_t j) -> N {
    if (i == to.size())
      return number(0);
    auto found = known.find({i, j});
    if (found != known.end())
      return found->second;
    N inside = productOf(to, i),
      rest = select(le(inside, 1), number(0), inside);
    if (j == from.size()) {
      known.insert({{i, j}, rest});
      return rest;
    }
    const Digit &a = to[i], &b = from[j];
    bool isCut = a.nest != b.nest && a.dim == b.dim;
    if (isCut)
      rest = floorDiv(
          rest, gcd(a.trip * tripOfNext(to, i), b.trip * tripOfNext(from, j)));
    N result = select(le(a.trip, 1), match(i + 1, j),
                      select(le(b.trip, 1), match(i, j + 1), rest));
    bool isSame = a.nest == b.nest && a.loop == b.loop && a.level == b.level;
    if (isSame)
      result = match(i + 1, j + 1);
    else if (isCut) {
      // A loop of the one is two of the other.
      if (std::optional<size_t> next = nextDigit(from, j))
        result = select(eq(a.trip, b.trip * tripOfNext(from, j)),
                        match(i + 1, *next + 1), result);
      if (std::optional<size_t> next = nextDigit(to, i))
        result = select(eq(b.trip, a.trip * tripOfNext(to, i)),
                        match(*next + 1, j + 1), result);
      result = select(eq(a.trip, b.trip), match(i + 1, j + 1), result);
    }
    known.insert({{i, j}, result});
    return result;
  };
  return match(0, 0);
}

template <typename N>
N StreamedOrders<N>::byOrder(int nest,
                             llvm::function_ref<N(unsigned)> figure) const {
  size_t orders = program.nests[nest].orders.size();
  N result = figure(orders - 1);
  for (size_t order = orders - 1; order-- > 0;)
    result = select(eq(point.nests[nest].order, int64_t(order)), figure(order),
                    result);
  return result;
}

//===----------------------------------------------------------------------===//
// Boxes and parts
//===----------------------------------------------------------------------===//

template <typename N>
N StreamedOrders<N>::fifos(int nest, const StreamedAccess &access) const {
  N product = number(1);
  for (unsigned loop : llvm::ArrayRef(access.dims).drop_back())
    product = product * point.nests[nest].lanes[loop];
  return product;
}

template <typename N>
StreamedEdge<N> StreamedOrders<N>::edge(int nest, const StreamedAccess &access,
                                        int other,
                                        const StreamedAccess &there) const {
  StreamedEdge<N> edge{{}, number(1), number(1), number(1)};
  for (unsigned dim = 0; dim + 1 < access.dims.size(); ++dim) {
    N own = point.nests[nest].lanes[access.dims[dim]],
      others = other >= 0 ? point.nests[other].lanes[there.dims[dim]]
               : dim == 0 ? point.ports[access.array]
                          : number(1),
      part = min(own, others);
    edge.lanes.push_back(part);
    edge.parts = edge.parts * floorDiv(own, part);
    edge.otherParts = edge.otherParts * floorDiv(others, part);
    edge.fifos = edge.fifos * part;
  }
  return edge;
}

template <typename N>
StreamedEdge<N>
StreamedOrders<N>::operandEdge(int nest, const StreamedAccess &access) const {
  return access.producer < 0
             ? edge(nest, access, -1, access)
             : edge(nest, access, access.producer,
                    program.nests[access.producer].resultOf(access.array));
}

template <typename N>
StreamedEdge<N>
StreamedOrders<N>::storeEdge(int nest, const StreamedAccess &result) const {
  return edge(nest, result, -1, result);
}

template <typename N>
N StreamedOrders<N>::boundaries(int nest, const StreamedAccess &access) const {
  int origin = program.originOf(nest, access);
  if (!program.isSplit() || origin == nest)
    return number(0);
  N from = point.nests[origin].slr, to = point.nests[nest].slr;
  return max(from - to, to - from);
}

template <typename N> N StreamedOrders<N>::elementsOf(unsigned array) const {
  N elements = number(1);
  for (unsigned extent : program.arrays[array].extents)
    elements = elements * point.extents[extent];
  return elements;
}

template <typename N> N StreamedOrders<N>::hasWholeRows(unsigned array) const {
  const StreamedArrayInfo &info = program.arrays[array];
  if (info.extents.empty())
    return number(1);
  N beat = point.beats[array];
  return eq(gcd(point.extents[info.extents.back()], beat), beat);
}

template <typename N>
N StreamedOrders<N>::comesInOrder(int nest,
                                  const StreamedAccess &access) const {
  const StreamedArrayInfo &array = program.arrays[access.array];
  if (access.producer >= 0 || array.uses != 1)
    return number(0);
  return hasWholeRows(access.array) *
         eq(lanesOf(nest, access), point.beats[access.array]);
}

template <typename N>
N StreamedOrders<N>::blockBefore(int nest, const StreamedAccess &access) const {
  std::tuple key(nest, access.array, access.producer, access.dims);
  auto found = blocks.find(key);
  if (found == blocks.end())
    found = blocks.insert({key, newBlockBefore(nest, access)}).first;
  return found->second;
}

template <typename N>
N StreamedOrders<N>::newBlockBefore(int nest,
                                    const StreamedAccess &access) const {
  StreamedEdge<N> edge = operandEdge(nest, access);
  int producer = access.producer;
  return byOrder(nest, [&](unsigned order) -> N {
    Order to = tokens(nest, access, order, edge);
    if (producer < 0) { // row by row
      N size = block(to, rows(nest, access, order, edge));
      return select(comesInOrder(nest, access), number(0), size);
    }
    return byOrder(producer, [&](unsigned made) -> N {
      const StreamedNestInfo &from = program.nests[producer];
      return block(to,
                   tokens(producer, from.resultOf(access.array), made, edge));
    });
  });
}

template <typename N>
N StreamedOrders<N>::blockBehind(int nest, const StreamedAccess &result) const {
  StreamedEdge<N> edge = storeEdge(nest, result);
  N size = byOrder(nest, [&](unsigned order) -> N {
    return block(rows(nest, result, order, edge),
                 tokens(nest, result, order, edge));
  });
  N isBeat = eq(lanesOf(nest, result), point.beats[result.array]);
  return select(hasWholeRows(result.array) * isBeat, number(0), size);
}

template <typename N>
N StreamedOrders<N>::tokensOf(int nest, const StreamedAccess &access,
                              const StreamedEdge<N> &edge) const {
  return floorDiv(elementsOf(access.array),
                  lanesOf(nest, access) * edge.fifos) *
         repetitions(nest, access);
}

template <typename N>
N StreamedOrders<N>::comesLate(int nest, const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::optional<unsigned> row = info.rowsOfSums();
  if (!row || access.has(*row) || !info.outside->boundsOperands)
    return number(0);
  bool isFirst = *row == info.outside->first;
  int64_t ofRow = isFirst ? info.outside->a : info.outside->b,
          ofRound = isFirst ? info.outside->b : info.outside->a;
  if (ofRow < 0 || ofRound > 0)
    return number(0);
  N between = number(1);
  for (unsigned loop : info.parallel())
    if (loop != *row)
      between = between * point.nests[nest].tiles[loop];
  N isOne = le(point.nests[nest].tiles[*row], 1);
  return byOrder(nest, [&](unsigned order) -> N {
    N inOrder = info.orders[order].back() == *row ? number(1) : le(between, 1);
    return inOrder - inOrder * isOne;
  });
}

template <typename N>
N StreamedOrders<N>::collectsAll(int nest, const StreamedAccess &access) const {
  return eq(blockBefore(nest, access),
            tokensOf(nest, access, operandEdge(nest, access)));
}

template <typename N>
N StreamedOrders<N>::holdsAll(int nest, const StreamedAccess &access) const {
  if (access.array == program.nests[nest].result.array &&
      program.nests[nest].outside && program.followsTriangle(access.producer))
    return number(1);
  N result = number(0);
  auto collected = [&](int user, const StreamedAccess &other) {
    result = max(result, collectsAll(user, other));
  };
  for (int earlier = 0; earlier < nest; ++earlier)
    for (const StreamedAccess &other : program.nests[earlier].operands) {
      if (!other.isSpreadWith(access) || !program.dependsOn(nest, earlier))
        continue;
      result = max(result, comesLate(earlier, other));
      program.forEachBetween(earlier, nest, collected);
    }
  for (int later = nest + 1; later < int(program.nests.size()); ++later)
    for (const StreamedAccess &other : program.incoming(later))
      if (other.isSpreadWith(access) && program.dependsOn(later, nest))
        collected(later, other);
  return result;
}

template <typename N>
N StreamedOrders<N>::held(int nest, const StreamedAccess &access) const {
  if (program.nests[nest].task)
    return number(0);
  return byOrder(nest, [&](unsigned order) -> N {
    N inner = number(1), kept = number(0);
    std::vector<std::pair<unsigned, unsigned>> loops = loopsOf(nest, order);
    for (auto [loop, level] : llvm::reverse(loops)) {
      N trip = levelOf(nest, loop, level);
      if (access.has(loop)) {
        inner = inner * trip;
        continue;
      }
      N comesAgain = level == 0 ? moves(nest, access, loop, order) : number(0);
      kept = select(max(le(trip, 1), comesAgain), kept,
                    select(le(inner, 1), kept, inner));
    }
    return kept;
  });
}

template class explore::StreamedOrders<Int>;
template class explore::StreamedOrders<Expr>;
