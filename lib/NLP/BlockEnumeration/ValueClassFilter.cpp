//===- ValueClassFilter.cpp - Values that act alike, together -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/ValueClassFilter.h"
#include <numeric>

using namespace talos::nlp;

/// Partial choices that are looked at together.
static constexpr size_t MaxLanes = 64;
/// A check with more ranges for each of them takes too much memory.
static constexpr size_t MaxWork = 1 << 15;
/// So many values have to share a range to make it worth while.
static constexpr size_t LeastShared = 2;

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

ValueClassFilter::ValueClassFilter(const BlockProgram &program, VarId variable,
                                   ArrayRef<int64_t> domain,
                                   ArrayRef<BoundCheck> candidates)
    : program(program), slots(program.slots), variable(variable),
      domain(domain), classesOf(slots.size(), -1), own(slots.size()),
      rowAt(slots.size()), inputNumber(slots.size(), -1) {
  for (unsigned i = 0; i < slots.size(); ++i)
    describe(i);
  for (const BoundCheck &what : candidates)
    if (classesOf[what.slot] >= 0 && own[what.slot].empty())
      checks.push_back(list(what));
  size_t work = 0, rows = 0;
  for (const Check &check : checks) {
    work += check.work;
    rows += check.rows.size();
  }
  if (work * LeastShared > rows * domain.size())
    checks.clear();
  llvm::erase_if(checks,
                 [](const Check &check) { return check.work > MaxWork; });
  size_t most = 0;
  for (Check &check : checks) {
    listInputs(check);
    most = std::max(most, check.work);
  }
  lo.resize(most * MaxLanes);
  hi = lo;
  laneLo.resize(inputs.size() * MaxLanes);
  laneHi = laneLo;
  isNeeded.resize(classes.size());
}

/// Whether a slot depends on the variable, and which values it tells apart.
void ValueClassFilter::describe(unsigned i) {
  const Slot &slot = slots[i];
  bool isOwn = !slot.isFixed, isRow = false;
  std::vector<unsigned> parts;
  for (uint32_t x : slot.inputs()) {
    if (classesOf[x] >= 0) {
      isRow = true;
      parts.push_back(classesOf[x]);
    }
    isOwn &= slots[x].isFixed || !own[x].empty();
  }
  if (slot.isVariable(variable) || (isOwn && isRow))
    describeOwn(i);
  else if (isRow)
    classesOf[i] = refine(parts);
}

/// Of a slot that depends on the variable alone.
void ValueClassFilter::describeOwn(unsigned i) {
  const Slot &slot = slots[i];
  std::map<std::pair<int64_t, int64_t>, uint32_t> seen;
  std::vector<uint32_t> keys;
  for (auto [index, value] : llvm::enumerate(domain)) {
    Interval x[3], range = Interval::point(value);
    for (auto [k, from] : llvm::enumerate(slot.inputs())) {
      x[k] = slots[from].isFixed ? slots[from].range : own[from][index];
    }
    if (slot.op != Op::Variable)
      range = apply(slot.op, x[0], x[1], x[2]);
    keys.push_back(seen.try_emplace({range.lo, range.hi}, uint32_t(seen.size()))
                       .first->second);
    own[i].push_back(range);
  }
  classesOf[i] = classify(std::move(keys));
}

/// The number of the classes with these keys, which count from 0 in the order
/// in which they are met.
unsigned ValueClassFilter::classify(std::vector<uint32_t> keys) {
  auto [known, isNew] = numberOf.try_emplace(keys, classes.size());
  if (isNew) {
    Classes made;
    for (auto [index, key] : llvm::enumerate(keys))
      if (key == made.first.size())
        made.first.push_back(index);
    made.of = std::move(keys);
    classes.push_back(std::move(made));
  }
  return known->second;
}

/// Values that any of these tell apart.
unsigned ValueClassFilter::refine(ArrayRef<unsigned> parts) {
  std::map<std::vector<uint32_t>, uint32_t> seen;
  std::vector<uint32_t> keys;
  for (size_t index = 0; index < domain.size(); ++index) {
    std::vector<uint32_t> key;
    for (unsigned part : parts)
      key.push_back(classes[part].of[index]);
    keys.push_back(
        seen.try_emplace(std::move(key), uint32_t(seen.size())).first->second);
  }
  return classify(std::move(keys));
}

ValueClassFilter::Check ValueClassFilter::list(const BoundCheck &what) const {
  Check check;
  check.what = what;
  for (uint32_t i : program.coneOf(what.slot)) {
    if (classesOf[i] < 0 || !own[i].empty())
      continue;
    check.rows.push_back({i, unsigned(classesOf[i]), check.work * MaxLanes});
    check.work += classes[classesOf[i]].first.size();
  }
  return check;
}

/// Finds what a check's rows read and which values they tell apart.
void ValueClassFilter::listInputs(Check &check) {
  for (const Row &row : check.rows) {
    if (!llvm::is_contained(check.classes, row.classes))
      check.classes.push_back(row.classes);
    for (uint32_t x : slots[row.slot].inputs()) {
      if (slots[x].isFixed || classesOf[x] >= 0)
        continue;
      if (inputNumber[x] < 0) {
        inputNumber[x] = inputs.size();
        inputs.push_back(x);
      }
      if (!llvm::is_contained(check.inputs, inputNumber[x]))
        check.inputs.push_back(inputNumber[x]);
    }
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void ValueClassFilter::add(function_ref<Interval(unsigned)> now) {
  for (unsigned slot : inputs)
    given.push_back(now(slot));
  ++count;
}

/// Of a slot where the variable has this value.
LaneOperand ValueClassFilter::operand(unsigned slot, size_t index) const {
  if (slots[slot].isFixed)
    return {&slots[slot].range.lo, &slots[slot].range.hi, 0};
  if (!own[slot].empty())
    return {&own[slot][index].lo, &own[slot][index].hi, 0};
  if (classesOf[slot] < 0) {
    size_t at = inputNumber[slot] * MaxLanes;
    return {&laneLo[at], &laneHi[at], 1};
  }
  size_t at = rowAt[slot] + classes[classesOf[slot]].of[index] * MaxLanes;
  return {&lo[at], &hi[at], 1};
}

/// Of classes that matter, for as many partial choices as there are lanes.
void ValueClassFilter::evaluate(const Check &check, size_t lanes) {
  for (const Row &row : check.rows) {
    const Slot &slot = slots[row.slot];
    rowAt[row.slot] = row.at;
    for (auto [c, index] : llvm::enumerate(classes[row.classes].first)) {
      if (!isNeeded[row.classes][c])
        continue;
      LaneOperand x[3];
      for (unsigned k = 0; k < 3; ++k)
        x[k] = operand(slot.operands[k < operandCount(slot.op) ? k : 0], index);
      size_t at = row.at + c * MaxLanes;
      applyLanes(slot.op, slot.isPlain, slot.isPositive, x, lanes, slot.within,
                 &lo[at], &hi[at]);
    }
  }
}

/// Makes these partial choices lanes.
void ValueClassFilter::load(const Check &check, ArrayRef<uint32_t> chosen) {
  for (unsigned i : check.inputs)
    for (auto [lane, number] : llvm::enumerate(chosen)) {
      const Interval &range = given[number * inputs.size() + i];
      laneLo[i * MaxLanes + lane] = range.lo;
      laneHi[i * MaxLanes + lane] = range.hi;
    }
  for (unsigned c : check.classes)
    isNeeded[c].assign(classes[c].first.size(), false);
  for (size_t index = 0; index < domain.size(); ++index)
    if (llvm::any_of(chosen,
                     [&](uint32_t number) { return mayBe(number, index); }))
      for (unsigned c : check.classes)
        isNeeded[c][classes[c].of[index]] = true;
}

/// Leaves out values of a partial choice that the check refutes. False: none is
/// left.
bool ValueClassFilter::ask(Check &check, uint32_t number, size_t lane,
                           int64_t limit) {
  const Row &root = check.rows.back();
  bool isLeft = false;
  for (size_t index = 0; index < domain.size(); ++index) {
    if (!mayBe(number, index))
      continue;
    size_t at = root.at + classes[root.classes].of[index] * MaxLanes + lane;
    bool may = check.what.mayHold({lo[at], hi[at]}, limit);
    isOut[number * domain.size() + index] = !may;
    isLeft |= may;
    ++check.asked;
    check.refuted += !may;
  }
  return isLeft;
}

/// The same of all partial choices with a value left.
void ValueClassFilter::ask(Check &check, int64_t limit) {
  std::vector<uint32_t> left;
  for (size_t from = 0; from < open.size(); from += MaxLanes) {
    ArrayRef<uint32_t> chosen =
        ArrayRef(open).slice(from, std::min(MaxLanes, open.size() - from));
    load(check, chosen);
    evaluate(check, chosen.size());
    for (auto [lane, number] : llvm::enumerate(chosen))
      if (ask(check, number, lane, limit))
        left.push_back(number);
  }
  open = std::move(left);
}

std::vector<std::vector<uint32_t>>
ValueClassFilter::filter(int64_t limit, std::set<unsigned> &refuting) {
  isOut.assign(count * domain.size(), false);
  open.resize(count);
  std::iota(open.begin(), open.end(), 0);
  // What refutes most for its work comes first.
  llvm::sort(checks, [](const Check &x, const Check &y) {
    return std::make_pair(x.rank(), x.what.slot) <
           std::make_pair(y.rank(), y.what.slot);
  });
  for (Check &check : checks) {
    ask(check, limit);
    if (check.what.constraint && check.refuted > 0)
      refuting.insert(*check.what.constraint);
  }
  std::vector<std::vector<uint32_t>> result(count);
  for (uint32_t number : open)
    for (size_t index = 0; index < domain.size(); ++index)
      if (mayBe(number, index))
        result[number].push_back(index);
  given.clear();
  count = 0;
  return result;
}
