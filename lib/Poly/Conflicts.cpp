//===- Conflicts.cpp - Accesses that a tool cannot tell apart -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace talos::poly {

namespace {

/// One question about two iterations of a statement: the first one stores, the
/// second one loads.
class Conflict {
public:
  Conflict(const Scop::Impl &scop, unsigned statement,
           ArrayRef<ConflictLoop> loops)
      : scop(scop), data(scop.data[statement]),
        name(scop.statements[statement].name), statement(statement),
        loops(loops), shared(data.place.loops.size() - loops.size()) {}

  std::optional<int64_t> leastDistance(const AccessText &write,
                                       const AccessText &load) const;
  bool differs(const AccessText &write, const AccessText &load) const {
    return !distances(write, load, "n != 0").is_empty().is_true();
  }

private:
  isl::set distances(const AccessText &write, const AccessText &load,
                     const std::string &condition) const;
  isl::map map(const std::string &to) const {
    return isl::map(scop.islContext(),
                    scop.withParams(data.place.tuple(name) + " -> " + to));
  }
  isl::map elements(const AccessText &access) const;
  isl::map alike() const;
  isl::map flattened() const;

  const Scop::Impl &scop;
  const StatementData &data;
  const std::string &name;
  unsigned statement;
  ArrayRef<ConflictLoop> loops;
  unsigned shared; ///< loops around the nest
};

} // namespace

/// Over the box of the nest's loops: no condition, no bound of a loop around.
isl::map Conflict::elements(const AccessText &access) const {
  Strings bounds = {"1 = 1"};
  for (unsigned l = shared; l < data.place.loops.size(); ++l)
    bounds.push_back(data.place.loops[l].constraint);
  return map(scop.arrayIds[access.array] + "[" + commaList(access.subscripts) +
             "] : " + llvm::join(bounds, " and "));
}

isl::map Conflict::alike() const {
  Strings first, second, same = {"1 = 1"};
  for (unsigned l = 0; l < data.place.loops.size(); ++l) {
    first.push_back("x" + std::to_string(l));
    second.push_back("y" + std::to_string(l));
    if (l < shared || loops[l - shared] == ConflictLoop::Same)
      same.push_back(first.back() + " = " + second.back());
  }
  std::string body = name + "[" + commaList(first) + "] -> " + name + "[" +
                     commaList(second) + "] : " + llvm::join(same, " and ");
  return isl::map(scop.islContext(), scop.withParams(body));
}

/// The number of an iteration of the counted loops.
isl::map Conflict::flattened() const {
  Strings numbers = scop.iterationNumbers(statement);
  std::string number = "0";
  for (unsigned l = 0; l < loops.size(); ++l) {
    if (loops[l] != ConflictLoop::Counted)
      continue;
    affine::AffineForOp loop = data.place.loops[shared + l].op;
    int64_t span = loop.getConstantUpperBound() - loop.getConstantLowerBound();
    int64_t trip = llvm::divideCeil(span, loop.getStepAsInt());
    number = "(" + number + ") * " + std::to_string(trip) + " + (" +
             numbers[shared + l] + ")";
  }
  return map("[" + number + "]");
}

/// Between a store and a load that meet.
isl::set Conflict::distances(const AccessText &write, const AccessText &load,
                             const std::string &condition) const {
  isl::map meeting =
      elements(write).apply_range(elements(load).reverse()).intersect(alike());
  isl::map number = flattened();
  isl::set all = meeting.apply_domain(number).apply_range(number).deltas();
  return all.intersect(
      isl::set(scop.islContext(), scop.withParams("[n] : " + condition)));
}

std::optional<int64_t> Conflict::leastDistance(const AccessText &write,
                                               const AccessText &load) const {
  isl::set later = distances(write, load, "n >= 1");
  if (later.is_empty().is_true())
    return std::nullopt;
  // What isl cannot answer is taken for the next iteration.
  return toInt(isl::manage(isl_set_dim_min_val(later.release(), 0)))
      .value_or(1);
}

std::optional<int64_t>
Scop::conflictDistance(unsigned statement, affine::AffineLoadOp load,
                       ArrayRef<ConflictLoop> loops) const {
  const StatementData &data = impl->data[statement];
  for (auto [op, text] :
       llvm::zip_equal(impl->statements[statement].loads(), data.reads))
    for (const AccessText &write : data.writes)
      if (op == load && text.array == write.array)
        return Conflict(*impl, statement, loops).leastDistance(write, text);
  return std::nullopt;
}

bool Scop::conflictsAcross(unsigned statement, affine::AffineLoadOp load,
                           ArrayRef<ConflictLoop> loops) const {
  const StatementData &data = impl->data[statement];
  for (auto [op, text] :
       llvm::zip_equal(impl->statements[statement].loads(), data.reads))
    for (const AccessText &write : data.writes)
      if (op == load && text.array == write.array &&
          Conflict(*impl, statement, loops).differs(write, text))
        return true;
  return false;
}

bool Scop::ownsElement(unsigned statement, affine::AffineLoadOp accumulator,
                       ArrayRef<bool> varied) const {
  const StatementData &data = impl->data[statement];
  unsigned shared = data.place.loops.size() - varied.size();
  Strings first, second, same = {"1 = 1"};
  for (unsigned l = 0; l < data.place.loops.size(); ++l) {
    first.push_back("x" + std::to_string(l));
    second.push_back("y" + std::to_string(l));
    if (l < shared || !varied[l - shared])
      same.push_back(first.back() + " = " + second.back());
  }
  const std::string &name = impl->statements[statement].name;
  isl::map alike(impl->islContext(),
                 impl->withParams(name + "[" + commaList(first) + "] -> " +
                                  name + "[" + commaList(second) +
                                  "] : " + llvm::join(same, " and ")));
  isl::map readers = data.writeMaps.front().reverse().apply_range(alike);
  for (auto [op, text, map] : llvm::zip_equal(
           impl->statements[statement].loads(), data.reads, data.readMaps))
    if (op != accumulator && text.array == data.writes.front().array &&
        !readers.reverse().intersect(map).is_empty().is_true())
      return false;
  return true;
}

bool Scop::copiesMeet(unsigned statement, ArrayRef<int64_t> copies,
                      bool conditions) const {
  const StatementData &data = impl->data[statement];
  unsigned shared = data.place.loops.size() - copies.size();
  std::string tuple = data.place.tuple(impl->statements[statement].name);
  auto map = [&](const std::string &to) {
    return isl::map(impl->islContext(), impl->withParams(tuple + " -> " + to));
  };
  Strings iteration = impl->iterationNumbers(statement), bounds = {"1 = 1"};
  for (auto [l, count] : llvm::enumerate(copies)) {
    iteration[shared + l] =
        "floor((" + iteration[shared + l] + ")/" + std::to_string(count) + ")";
    bounds.push_back(data.place.loops[shared + l].constraint);
  }
  isl::map number = map("[" + commaList(iteration) + "]");
  isl::map alike = number.apply_range(number.reverse());
  isl::set instances =
      conditions ? data.domain
                 : isl::set(impl->islContext(),
                            impl->withParams(tuple + " : " +
                                             llvm::join(bounds, " and ")));
  alike = alike.intersect_domain(instances).intersect_range(instances).subtract(
      isl::manage(isl_set_identity(instances.copy())));
  auto elements = [&](const AccessText &access) {
    return map(impl->arrayIds[access.array] + "[" +
               commaList(access.subscripts) + "]");
  };
  const AccessText &write = data.writes.front();
  auto meets = [&](const AccessText &access) {
    return !elements(write)
                .apply_range(elements(access).reverse())
                .intersect(alike)
                .is_empty()
                .is_true();
  };
  return meets(write) || llvm::any_of(data.reads, [&](const AccessText &read) {
           return read.array == write.array && meets(read);
         });
}

bool Scop::staysInside(unsigned statement) const {
  const StatementData &data = impl->data[statement];
  const AccessText &write = data.writes.front();
  auto type = cast<MemRefType>(impl->arrays[write.array].value.getType());
  Strings inside = {"1 = 1"}, loops = {"1 = 1"};
  for (auto [subscript, extent] :
       llvm::zip_equal(write.subscripts, type.getShape()))
    inside.push_back("0 <= " + subscript + " < " + std::to_string(extent));
  for (const LoopFrame &loop : data.place.loops)
    loops.push_back(loop.constraint);
  std::string tuple = data.place.tuple(impl->statements[statement].name);
  auto set = [&](const Strings &constraints) {
    return isl::set(
        impl->islContext(),
        impl->withParams(tuple + " : " + llvm::join(constraints, " and ")));
  };
  return set(loops).is_subset(set(inside)).is_true();
}

} // namespace talos::poly
