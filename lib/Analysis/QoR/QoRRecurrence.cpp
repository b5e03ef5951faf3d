//===- QoRRecurrence.cpp - Values from earlier iterations -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRRecurrence.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using presburger::BoundType;
using presburger::IntegerPolyhedron;

namespace {

/// Two iterations, of the store and of the load, and what both see alike.
/// Columns: the distance, the store's iterators, the load's, the unrolled loops
/// of the store, of the load, then values that stand still. In a row the column
/// of the distance carries the constant until all columns are known.
class Meeting {
public:
  /// `read`: the element that is loaded; null: any.
  Meeting(const Execution &run, const AccessInfo &write, const AccessInfo &load,
          const Element *read, ArrayRef<AffineForOp> moving,
          const RegionTrips &known)
      : run(run), write(write), load(load), read(read), moving(moving),
        known(known) {
    for (AffineForOp loop : moving) {
      firsts.push_back(known.lookup(loop).first);
      trips.push_back(known.lookup(loop).span);
    }
  }

  std::optional<int64_t> leastDistance(bool guarded);

private:
  using Row = SmallVector<int64_t>;
  unsigned iterator(bool ofLoad, unsigned loop) const {
    return 1 + (ofLoad ? moving.size() : 0) + loop;
  }
  unsigned unrolled(bool ofLoad, unsigned number) const {
    return 1 + 2 * moving.size() + (ofLoad ? run.unrolled().size() : 0) +
           number;
  }
  unsigned firstStill() const {
    return 1 + 2 * moving.size() + 2 * run.unrolled().size();
  }
  void add(Row &row, Value value, int64_t coefficient, bool ofLoad);
  void add(Row &row, const AccessDim &dim, bool ofLoad, int64_t sign);
  void addSubscripts();
  void addGuards(const AccessInfo &access, bool ofLoad);
  void addLoopsAround();
  void addBound(AffineMap map, ValueRange values, Value counter, bool isLower);
  FailureOr<LoopTrips> tripsOf(AffineForOp loop) const;
  void bound(IntegerPolyhedron &set) const;

  const Execution &run;
  const AccessInfo &write;
  const AccessInfo &load; ///< of `read` if that is known
  const Element *read;
  ArrayRef<AffineForOp> moving;
  const RegionTrips &known;
  SmallVector<int64_t> trips;  ///< of the moving loops
  SmallVector<int64_t> firsts; ///< least values of the moving iterators
  llvm::DenseMap<Value, unsigned> stillNumbers;
  std::vector<Row> equalities, inequalities;
};

} // namespace

static void addTo(SmallVectorImpl<int64_t> &row, unsigned column,
                  int64_t value) {
  if (row.size() <= column)
    row.resize(column + 1, 0);
  row[column] += value;
}

/// Adds `coefficient * value`; loops count their iterations from 0.
void Meeting::add(Row &row, Value value, int64_t coefficient, bool ofLoad) {
  // Counters of loops around the task are its operands.
  value = hls::originOf(value);
  AffineForOp loop = affine::getForInductionVarOwner(value);
  const auto *at = loop ? llvm::find(moving, loop) : moving.end();
  std::optional<unsigned> number =
      loop ? run.unrolledNumber(loop) : std::nullopt;
  if (at == moving.end() && !number) {
    unsigned still =
        stillNumbers.try_emplace(value, stillNumbers.size()).first->second;
    return addTo(row, firstStill() + still, coefficient);
  }
  row[0] += coefficient * (number ? loop.getConstantLowerBound()
                                  : firsts[at - moving.begin()]);
  addTo(row,
        number ? unrolled(ofLoad, *number)
               : iterator(ofLoad, at - moving.begin()),
        coefficient * loop.getStepAsInt());
}

void Meeting::add(Row &row, const AccessDim &dim, bool ofLoad, int64_t sign) {
  for (const AccessTerm &term : dim.running) {
    AffineForOp loop = term.loop;
    add(row, loop.getInductionVar(),
        sign * term.coefficient / loop.getStepAsInt(), ofLoad);
  }
  for (auto [value, coefficient] : dim.operands)
    add(row, value, sign * coefficient, ofLoad);
  // The constant holds the unrolled loops' lower bounds.
  for (auto [number, coefficient] : dim.unrolled)
    addTo(row, unrolled(ofLoad, number), sign * coefficient);
  row[0] += sign * dim.constant;
}

/// The store's element is the load's, and that is `read` if it is known.
void Meeting::addSubscripts() {
  for (unsigned d = 0; d < write.dims.size(); ++d) {
    Row same = {0};
    add(same, write.dims[d], /*ofLoad=*/false, 1);
    add(same, load.dims[d], /*ofLoad=*/true, -1);
    equalities.push_back(std::move(same));
    if (!read)
      continue;
    Row element = {load.dims[d].constant - read->constants[d]};
    for (auto [number, coefficient] : load.dims[d].unrolled)
      addTo(element, unrolled(/*ofLoad=*/true, number), coefficient);
    equalities.push_back(std::move(element));
  }
}

/// The conditions inside the pipelined loop; those that are not linear are left
/// out.
void Meeting::addGuards(const AccessInfo &access, bool ofLoad) {
  AffineForOp last = moving.back();
  for (Operation *op = access.op; op->getParentOp() != last;
       op = op->getParentOp()) {
    auto guard = dyn_cast<affine::AffineIfOp>(op->getParentOp());
    if (!guard || op->getBlock() != guard.getThenBlock())
      continue;
    IntegerSet set = guard.getIntegerSet();
    AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                   set.getConstraints(), set.getContext());
    SmallVector<Value> operands(guard.getOperands());
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    for (auto [index, expr] : llvm::enumerate(map.getResults())) {
      SmallVector<int64_t> flat;
      if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                        map.getNumSymbols(), &flat)) ||
          flat.size() != operands.size() + 1)
        continue;
      Row row = {flat.back()};
      for (auto [operand, coefficient] : llvm::zip(operands, flat))
        if (coefficient != 0)
          add(row, operand, coefficient, ofLoad);
      (set.isEq(index) ? equalities : inequalities).push_back(std::move(row));
    }
  }
}

/// `counter` is at least (less than) every result of the map.
void Meeting::addBound(AffineMap map, ValueRange values, Value counter,
                       bool isLower) {
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  for (AffineExpr expr : map.getResults()) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                      map.getNumSymbols(), &flat)) ||
        flat.size() != operands.size() + 1)
      continue;
    int64_t sign = isLower ? -1 : 1;
    Row row = {sign * flat.back() - (isLower ? 0 : 1)};
    add(row, counter, -sign, /*ofLoad=*/true);
    for (auto [operand, coefficient] : llvm::zip(operands, flat))
      if (coefficient != 0)
        add(row, operand, sign * coefficient, /*ofLoad=*/true);
    inequalities.push_back(std::move(row));
  }
}

/// Bounds of the loops around the task whose values it is given: their counters
/// are what its operands come from.
void Meeting::addLoopsAround() {
  SmallVector<Value> work;
  for (auto &[value, number] : stillNumbers)
    work.push_back(value);
  llvm::sort(work, [&](Value a, Value b) {
    return stillNumbers.lookup(a) < stillNumbers.lookup(b);
  });
  for (unsigned next = 0; next < work.size(); ++next) {
    AffineForOp loop = affine::getForInductionVarOwner(work[next]);
    if (!loop)
      continue;
    size_t known = stillNumbers.size();
    addBound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), work[next],
             /*isLower=*/true);
    addBound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), work[next],
             /*isLower=*/false);
    if (stillNumbers.size() == known)
      continue;
    for (ValueRange operands :
         {loop.getLowerBoundOperands(), loop.getUpperBoundOperands()})
      for (Value operand : operands)
        if (stillNumbers.contains(operand) &&
            !llvm::is_contained(work, operand))
          work.push_back(operand);
  }
}

FailureOr<LoopTrips> Meeting::tripsOf(AffineForOp loop) const {
  auto at = known.find(loop);
  return at == known.end() ? loopTrips(loop) : at->second;
}

void Meeting::bound(IntegerPolyhedron &set) const {
  auto limit = [&](unsigned column, int64_t least, int64_t greatest) {
    set.addBound(BoundType::LB, column, least);
    set.addBound(BoundType::UB, column, greatest);
  };
  for (bool ofLoad : {false, true}) {
    for (auto [loop, trip] : llvm::enumerate(trips))
      limit(iterator(ofLoad, loop), 0, trip - 1);
    for (auto [number, trip] : llvm::enumerate(run.unrolled()))
      limit(unrolled(ofLoad, number), 0, trip - 1);
  }
  // A least point needs bounds; arrays are smaller than these.
  for (unsigned column = firstStill(); column < set.getNumVars(); ++column)
    limit(column, -(int64_t(1) << 32), int64_t(1) << 32);
  // Loops of the nest that stand still; the tool knows no value of those
  // around.
  for (auto [value, number] : stillNumbers)
    if (AffineForOp loop = affine::getForInductionVarOwner(value);
        loop && loop->getParentOfType<hls::TaskOp>())
      if (FailureOr<LoopTrips> box = tripsOf(loop); succeeded(box))
        limit(firstStill() + number, box->first,
              box->first + (box->span - 1) * loop.getStepAsInt());
  set.addBound(BoundType::LB, 0, int64_t(1));
}

std::optional<int64_t> Meeting::leastDistance(bool guarded) {
  addSubscripts();
  if (guarded) {
    addGuards(write, /*ofLoad=*/false);
    addGuards(load, /*ofLoad=*/true);
    addLoopsAround();
  }
  unsigned columns = firstStill() + stillNumbers.size();
  IntegerPolyhedron meeting(presburger::PresburgerSpace::getSetSpace(columns));
  auto finish = [&](Row &row) -> ArrayRef<int64_t> {
    row.resize(columns + 1, 0);
    std::swap(row[0], row[columns]);
    return row;
  };
  for (Row &row : equalities)
    meeting.addEquality(finish(row));
  for (Row &row : inequalities)
    meeting.addInequality(finish(row));
  Row flattened(columns + 1, 0);
  flattened[0] = -1;
  int64_t weight = 1;
  for (unsigned loop = moving.size(); loop-- > 0; weight *= trips[loop]) {
    flattened[iterator(true, loop)] = weight;
    flattened[iterator(false, loop)] = -weight;
  }
  meeting.addEquality(flattened);
  bound(meeting);
  auto least = meeting.findIntegerLexMin();
  if (least.isEmpty())
    return std::nullopt;
  return least.isBounded() ? int64_t((*least)[0]) : 1;
}

std::optional<int64_t>
analysis::dependenceDistance(const Execution &run, const AccessInfo &write,
                             const Element &read, ArrayRef<AffineForOp> moving,
                             const RegionTrips &trips, bool guarded) {
  // Iterations of a loop that counts through several by itself are not told
  // apart, unless the loop says more.
  if (moving.back()->hasAttr(hls::collapsedAttrName) && !guarded)
    return 1;
  std::optional<int64_t> least =
      Meeting(run, write, run.accesses()[read.access], &read, moving, trips)
          .leastDistance(guarded);
  // Nor are those that meet and do not count from one place.
  bool isCounted = llvm::all_of(
      moving, [](AffineForOp loop) { return loop.hasConstantLowerBound(); });
  return least && !isCounted && !guarded ? 1 : least;
}

bool analysis::mayFlow(const Execution &run, const AccessInfo &write,
                       const AccessInfo &load, ArrayRef<AffineForOp> moving,
                       const RegionTrips &trips) {
  return Meeting(run, write, load, /*read=*/nullptr, moving, trips)
      .leastDistance(/*guarded=*/true)
      .has_value();
}
