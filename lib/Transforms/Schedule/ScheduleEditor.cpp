//===- ScheduleEditor.cpp - Edits of schedules, each proved legal ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/DependenceGraph.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::poly;
using namespace talos::transforms;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

MLIRContext *ScheduleEditor::context() const {
  return scop->function().getContext();
}

Expected<ScheduleEditor> ScheduleEditor::create(const Scop &scop,
                                                hls::ScheduleAttr schedule) {
  ScheduleEditor editor(scop);
  if (!schedule)
    schedule = scheduleOf(scop);
  Expected<Schedule> times = timesOf(scop, schedule);
  if (!times)
    return times.takeError();
  editor.state.resize(times->size());
  for (hls::StatementScheduleAttr one : schedule.getStatements()) {
    unsigned s = *scop.findStatement(one.getStatement());
    Times &edited = editor.state[s];
    ArrayRef<AffineExpr> exprs = (*times)[s].getResults();
    for (unsigned i = 0; i < exprs.size(); i += 2)
      edited.positions.push_back(cast<AffineConstantExpr>(exprs[i]).getValue());
    for (auto [d, loop] : llvm::enumerate(one.getLoops()))
      edited.loops.push_back({loop.getName().str(), exprs[2 * d + 1],
                              loop.getPipeline(), loop.getUnroll()});
    edited.ordered = one.getOrdered();
  }
  return editor;
}

hls::ScheduleAttr ScheduleEditor::attributeOf(const State &state) const {
  SmallVector<hls::StatementScheduleAttr> statements;
  for (auto [statement, times] : llvm::zip_equal(scop->statements(), state)) {
    SmallVector<AffineExpr> exprs;
    SmallVector<hls::ScheduledLoopAttr> loops;
    for (auto [d, position] : llvm::enumerate(times.positions)) {
      exprs.push_back(getAffineConstantExpr(position, context()));
      if (d == times.loops.size())
        break;
      const Loop &loop = times.loops[d];
      exprs.push_back(loop.time);
      loops.push_back(hls::ScheduledLoopAttr::get(
          context(), StringAttr::get(context(), loop.name), loop.pipeline,
          loop.unroll));
    }
    AffineMap map = AffineMap::get(statement.loops.size(), 0, exprs, context());
    statements.push_back(hls::StatementScheduleAttr::get(
        context(), StringAttr::get(context(), statement.name),
        AffineMapAttr::get(simplifyAffineMap(map)), loops, times.ordered));
  }
  return hls::ScheduleAttr::get(context(), statements);
}

Error ScheduleEditor::set(hls::ScheduleAttr schedule) {
  Expected<ScheduleEditor> given = create(*scop, schedule);
  return given ? accept(std::move(given->state)) : given.takeError();
}

hls::ScheduleAttr ScheduleEditor::get() const { return attributeOf(state); }

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Expected<unsigned> ScheduleEditor::findStatement(StringRef name) const {
  if (std::optional<unsigned> found = scop->findStatement(name))
    return *found;
  std::string names;
  for (const Statement &statement : scop->statements()) {
    names += (names.empty() ? "" : ", ") + statement.name;
    for (affine::AffineStoreOp result : statement.joined) {
      auto own = result->getAttrOfType<StringAttr>(hls::statementAttrName);
      if (own && own.getValue() == name)
        return createStringError(
            "statement '" + name.str() + "' is a result of statement '" +
            statement.name +
            "', which one schedule moves as a whole; name that one");
    }
  }
  return createStringError("'" + scop->function().getSymName().str() +
                           "' has no statement '" + name.str() + "'; it has " +
                           names);
}

Expected<ScheduleEditor::LoopRef>
ScheduleEditor::findLoop(StringRef name) const {
  auto [statementName, loopName] = name.split('.');
  if (loopName.empty())
    return createStringError("'" + name.str() +
                             "' is no loop; name it by statement and loop, as "
                             "in S0.i");
  Expected<unsigned> statement = findStatement(statementName);
  if (!statement)
    return statement.takeError();
  std::string names;
  for (auto [d, loop] : llvm::enumerate(state[*statement].loops)) {
    if (loop.name == loopName)
      return LoopRef{*statement, unsigned(d)};
    names += (names.empty() ? "" : ", ") + loop.name;
  }
  return createStringError("statement '" + statementName.str() +
                           "' has no loop '" + loopName.str() + "'; it has " +
                           (names.empty() ? "none" : names));
}

std::vector<unsigned> ScheduleEditor::membersOf(LoopRef loop) const {
  auto prefix = [&](const Times &times) {
    return ArrayRef(times.positions).take_front(loop.depth + 1);
  };
  std::vector<unsigned> members;
  for (auto [s, times] : llvm::enumerate(state))
    if (times.loops.size() > loop.depth &&
        prefix(times) == prefix(state[loop.statement]))
      members.push_back(s);
  return members;
}

Error ScheduleEditor::checkPair(LoopRef first, LoopRef second,
                                StringRef firstName,
                                StringRef secondName) const {
  if (first.statement != second.statement)
    return createStringError("'" + firstName.str() + "' and '" +
                             secondName.str() +
                             "' must be loops of one statement");
  if (first.depth == second.depth)
    return createStringError("'" + firstName.str() + "' is given twice");
  bool isOuter = first.depth < second.depth;
  std::vector<unsigned> inside = membersOf(isOuter ? second : first);
  for (unsigned member : membersOf(isOuter ? first : second))
    if (!llvm::is_contained(inside, member))
      return createStringError(
          "loop '" + (isOuter ? firstName : secondName).str() +
          "' also runs around statement " + scop->statements()[member].name +
          ", which does not stand in '" +
          (isOuter ? secondName : firstName).str() + "'; distribute it first");
  return Error::success();
}

/// No other loop of a member has the name.
Error ScheduleEditor::checkName(StringRef name, ArrayRef<unsigned> members,
                                StringRef replaced) const {
  if (toIdentifier(name, "") != name)
    return createStringError("'" + name.str() + "' is no name for a loop");
  for (unsigned member : members)
    for (const Loop &loop : state[member].loops)
      if (loop.name == name && name != replaced)
        return createStringError("statement " +
                                 scop->statements()[member].name +
                                 " already has a loop '" + name.str() + "'");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// "(1, -1..1) over (t, i)": what is known of the distances of the dependences
/// that a schedule breaks.
static std::string distances(const Scop &scop, const Violation &violation) {
  std::set<std::string> vectors;
  std::string loops;
  for (const Dependence &dependence : scop.dependences()) {
    const Statement &source = scop.statements()[dependence.source];
    if (dependence.kind != violation.kind || source.name != violation.source ||
        scop.statements()[dependence.target].name != violation.target ||
        scop.arrays()[dependence.array].name != violation.array ||
        dependence.distance.empty())
      continue;
    std::string vector;
    loops.clear();
    for (auto [d, distance] : llvm::enumerate(dependence.distance)) {
      vector += (d ? ", " : "") + analysis::rangeText(distance);
      loops += (d ? ", " : "") + analysis::sourceName(source.loops[d]);
    }
    vectors.insert("(" + vector + ")");
  }
  if (vectors.empty())
    return "";
  return ", distance " + llvm::join(vectors, " or ") + " over (" + loops + ")";
}

Error ScheduleEditor::accept(State edited) {
  hls::ScheduleAttr schedule = attributeOf(edited);
  Expected<Schedule> times = timesOf(*scop, schedule);
  if (!times)
    return times.takeError();
  Legality legality = scop->checkSchedule(*times);
  if (legality) {
    state = std::move(edited);
    return Error::success();
  }
  if (legality.violations.empty())
    return createStringError(legality.str());
  const Violation &broken = legality.violations.front();
  return createStringError("it would break the " + broken.str() +
                           distances(*scop, broken));
}

//===----------------------------------------------------------------------===//
// Orders of instances
//===----------------------------------------------------------------------===//

Error ScheduleEditor::interchange(Ref first, Ref second) {
  Expected<LoopRef> a = findLoop(first), b = findLoop(second);
  if (!a || !b)
    return llvm::joinErrors(a.takeError(), b.takeError());
  if (Error error = checkPair(*a, *b, first, second))
    return error;
  State edited = state;
  for (unsigned member : membersOf(a->depth < b->depth ? *b : *a)) {
    std::swap(edited[member].loops[a->depth], edited[member].loops[b->depth]);
    edited[member].ordered = true;
  }
  return accept(std::move(edited));
}

Error ScheduleEditor::splitLoop(State &edited, LoopRef loop, int64_t size,
                                Ref outer, Ref inner) const {
  std::vector<unsigned> members = membersOf(loop);
  const Loop &source = state[loop.statement].loops[loop.depth];
  if (size < 1)
    return createStringError("a block has at least 1 iteration, got " +
                             std::to_string(size));
  if (source.pipeline || source.unroll)
    return createStringError("loop '" + source.name +
                             "' has a directive already; split it first, and "
                             "give the directive to a part");
  for (Ref name : {outer, inner})
    if (Error error = checkName(name, members, source.name))
      return error;
  if (outer == inner)
    return createStringError("both parts of loop '" + source.name +
                             "' are called '" + outer.str() + "'");
  for (unsigned member : members) {
    Times &times = edited[member];
    AffineExpr time = times.loops[loop.depth].time;
    times.loops[loop.depth] = {outer.str(), time.floorDiv(size), {}, {}};
    times.loops.insert(times.loops.begin() + loop.depth + 1,
                       Loop{inner.str(), time % size, {}, {}});
    times.positions.insert(times.positions.begin() + loop.depth + 1, 0);
  }
  return Error::success();
}

Error ScheduleEditor::split(Ref loop, int64_t size, Ref outer, Ref inner) {
  Expected<LoopRef> found = findLoop(loop);
  if (!found)
    return found.takeError();
  State edited = state;
  if (Error error = splitLoop(edited, *found, size, outer, inner))
    return error;
  return accept(std::move(edited));
}

Error ScheduleEditor::tile(Ref outer, Ref inner, int64_t outerSize,
                           int64_t innerSize, ArrayRef<std::string> names) {
  Expected<LoopRef> a = findLoop(outer), b = findLoop(inner);
  if (!a || !b)
    return llvm::joinErrors(a.takeError(), b.takeError());
  if (Error error = checkPair(*a, *b, outer, inner))
    return error;
  if (b->depth != a->depth + 1)
    return createStringError("'" + inner.str() + "' must stand directly in '" +
                             outer.str() + "'; interchange loops first");
  if (names.size() != 4)
    return createStringError("four names are needed: of both loops over "
                             "blocks, and of both loops in a block");
  State edited = state;
  // The inner loop first: the depth of the outer one stays.
  if (Error error = splitLoop(edited, *b, innerSize, names[1], names[3]))
    return error;
  if (Error error = splitLoop(edited, *a, outerSize, names[0], names[2]))
    return error;
  for (unsigned member : membersOf(*b)) {
    std::swap(edited[member].loops[a->depth + 1],
              edited[member].loops[a->depth + 2]);
    edited[member].ordered = true;
  }
  return accept(std::move(edited));
}

Error ScheduleEditor::skew(Ref loop, int64_t factor, Ref by) {
  Expected<LoopRef> a = findLoop(loop), b = findLoop(by);
  if (!a || !b)
    return llvm::joinErrors(a.takeError(), b.takeError());
  if (Error error = checkPair(*a, *b, loop, by))
    return error;
  if (factor == 0)
    return createStringError("a factor of 0 skews nothing");
  State edited = state;
  for (unsigned member : membersOf(a->depth < b->depth ? *b : *a)) {
    AffineExpr &time = edited[member].loops[a->depth].time;
    time = time + edited[member].loops[b->depth].time * factor;
  }
  return accept(std::move(edited));
}

Error ScheduleEditor::shift(Ref loop, int64_t distance) {
  Expected<LoopRef> found = findLoop(loop);
  if (!found)
    return found.takeError();
  State edited = state;
  AffineExpr &time = edited[found->statement].loops[found->depth].time;
  time = time + distance;
  return accept(std::move(edited));
}

//===----------------------------------------------------------------------===//
// Sharing of loops
//===----------------------------------------------------------------------===//

void ScheduleEditor::shareNames(State &edited, LoopRef from, unsigned to) {
  ArrayRef<Loop> names = edited[from.statement].loops;
  MutableArrayRef<Loop> own = edited[to].loops;
  for (unsigned d = 0; d <= from.depth; ++d) {
    for (Loop &inner : own.drop_front(d + 1))
      if (inner.name == names[d].name)
        inner.name = own[d].name;
    own[d].name = names[d].name;
    own[d].pipeline = names[d].pipeline;
    own[d].unroll = names[d].unroll;
  }
}

Error ScheduleEditor::fuse(Ref first, Ref second) {
  Expected<LoopRef> a = findLoop(first), b = findLoop(second);
  if (!a || !b)
    return llvm::joinErrors(a.takeError(), b.takeError());
  if (a->depth != b->depth)
    return createStringError("'" + first.str() + "' stands in " +
                             std::to_string(a->depth) + " loops, '" +
                             second.str() + "' in " + std::to_string(b->depth) +
                             "; only loops of one depth can be fused");
  std::vector<unsigned> into = membersOf(*a), moved = membersOf(*b);
  if (llvm::is_contained(into, b->statement))
    return createStringError("'" + first.str() + "' and '" + second.str() +
                             "' are one loop already");
  unsigned body = a->depth + 1; // the position that orders the loop's body
  State edited = state;
  int64_t last = 0, begin = state[b->statement].positions[body];
  for (unsigned member : into)
    last = std::max(last, state[member].positions[body]);
  for (unsigned member : moved)
    begin = std::min(begin, state[member].positions[body]);
  for (unsigned member : moved) {
    Times &times = edited[member];
    std::copy_n(state[a->statement].positions.begin(), body,
                times.positions.begin());
    times.positions[body] += last + 1 - begin;
    shareNames(edited, *a, member);
  }
  return accept(std::move(edited));
}

Error ScheduleEditor::after(Ref statement, Ref before, Ref loop) {
  Expected<unsigned> moved = findStatement(statement),
                     first = findStatement(before);
  if (!moved || !first)
    return llvm::joinErrors(moved.takeError(), first.takeError());
  if (*moved == *first)
    return createStringError("statement '" + statement.str() +
                             "' cannot run after itself");
  LoopRef shared{*first, 0};
  if (!loop.empty()) {
    Expected<LoopRef> found = findLoop(loop);
    if (!found)
      return found.takeError();
    if (found->statement != *first)
      return createStringError("'" + loop.str() +
                               "' must be a loop of statement '" +
                               before.str() + "'");
    shared = *found;
  }
  unsigned depth = loop.empty() ? 0 : shared.depth + 1;
  if (state[*moved].loops.size() < depth)
    return createStringError("statement '" + statement.str() + "' has " +
                             std::to_string(state[*moved].loops.size()) +
                             " loops, fewer than it would share");
  State edited = state;
  auto prefix = [&](const Times &times) {
    return ArrayRef(times.positions).take_front(depth);
  };
  int64_t position = state[*first].positions[depth] + 1;
  for (Times &other : edited)
    if (other.positions.size() > depth &&
        prefix(other) == prefix(state[*first]) &&
        other.positions[depth] >= position)
      ++other.positions[depth];
  Times &times = edited[*moved];
  std::copy_n(state[*first].positions.begin(), depth, times.positions.begin());
  times.positions[depth] = position;
  if (!loop.empty())
    shareNames(edited, shared, *moved);
  return accept(std::move(edited));
}

Error ScheduleEditor::distribute(Ref loop) {
  Expected<LoopRef> found = findLoop(loop);
  if (!found)
    return found.takeError();
  unsigned depth = found->depth;
  const Times &source = state[found->statement];
  std::vector<unsigned> members = membersOf(*found);
  std::set<int64_t> parts; // positions in the body
  for (unsigned member : members)
    parts.insert(state[member].positions[depth + 1]);
  if (parts.size() < 2)
    return createStringError("nothing stands in the body of '" + loop.str() +
                             "' that could get a loop of its own");
  State edited = state;
  auto prefix = [&](const Times &times) {
    return ArrayRef(times.positions).take_front(depth);
  };
  for (auto [s, times] : llvm::enumerate(edited)) {
    if (times.positions.size() <= depth || prefix(times) != prefix(source))
      continue;
    if (llvm::is_contained(members, s))
      times.positions[depth] +=
          std::distance(parts.begin(), parts.find(times.positions[depth + 1]));
    else if (times.positions[depth] > source.positions[depth])
      times.positions[depth] += parts.size() - 1;
  }
  return accept(std::move(edited));
}

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

Error ScheduleEditor::checkDirective(LoopRef loop, Ref name) const {
  std::vector<unsigned> members = membersOf(loop);
  if (members.size() == 1)
    return Error::success();
  std::string names;
  for (unsigned member : members)
    names += (names.empty() ? "" : ", ") + scop->statements()[member].name;
  return createStringError("loop '" + name.str() +
                           "' runs around several statements (" + names +
                           "), and only a loop around one can have directives; "
                           "distribute it, or name a loop inside");
}

Error ScheduleEditor::unroll(Ref loop, int64_t factor) {
  Expected<LoopRef> found = findLoop(loop);
  if (!found)
    return found.takeError();
  if (factor < 0)
    return createStringError("an unroll factor is at least 1, got " +
                             std::to_string(factor));
  if (Error error = checkDirective(*found, loop))
    return error;
  Loop &edited = state[found->statement].loops[found->depth];
  if (edited.unroll && edited.unroll.getFactor() != factor)
    return createStringError(
        "loop '" + loop.str() + "' is already to be unrolled " +
        (edited.unroll.getFactor() == 0
             ? "completely"
             : "by " + std::to_string(edited.unroll.getFactor())));
  edited.unroll = hls::UnrollAttr::get(context(), factor);
  return Error::success();
}

Error ScheduleEditor::pipeline(Ref loop, int64_t ii) {
  Expected<LoopRef> found = findLoop(loop);
  if (!found)
    return found.takeError();
  if (Error error = checkDirective(*found, loop))
    return error;
  MutableArrayRef<Loop> loops = state[found->statement].loops;
  for (Loop &other : loops)
    if (other.pipeline && &other != &loops[found->depth])
      return createStringError("loop '" + other.name + "' of statement '" +
                               scop->statements()[found->statement].name +
                               "' is already to be pipelined, and one loop of "
                               "a statement is");
  loops[found->depth].pipeline = hls::PipelineAttr::get(context(), ii);
  return Error::success();
}
