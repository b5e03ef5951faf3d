//===- Relations.cpp - Text to isl: domains, accesses, schedule -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extract.h"
#include "ScopImpl.h"
#include "talos/Dialect/HLS/HLS.h"
#include "isl/options.h"

using namespace mlir;

namespace talos::poly {

Scop::Impl::Impl() : ctx(isl_ctx_alloc()) {
  // Errors come back as null objects; nothing is printed and nothing aborts.
  isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
}
Scop::Impl::~Impl() = default;

std::string Place::tuple(StringRef name) const {
  Strings iterators;
  for (const LoopFrame &loop : loops)
    iterators.push_back(loop.iterator);
  return name.str() + "[" + commaList(iterators) + "]";
}

std::string Place::constraints() const {
  Strings parts;
  for (const LoopFrame &loop : loops)
    parts.push_back(loop.constraint);
  parts.insert(parts.end(), conditions.begin(), conditions.end());
  return parts.empty() ? "1 = 1" : llvm::join(parts, " and ");
}

std::string Scop::Impl::withParams(StringRef body) const {
  std::string prefix =
      paramIds.empty() ? "" : "[" + commaList(paramIds) + "] -> ";
  return prefix + "{ " + body.str() + " }";
}

std::string Scop::Impl::originalTime(unsigned s) const {
  const Place &place = data[s].place;
  Strings time;
  for (const LoopFrame &loop : place.loops) {
    time.push_back(std::to_string(loop.ordinal));
    time.push_back(loop.iterator);
  }
  time.push_back(std::to_string(place.ordinal));
  time.resize(2 * depth + 1, "0");
  return place.tuple(statements[s].name) + " -> [" + commaList(time) + "]";
}

void Scop::Impl::buildRelations() {
  isl::ctx c = islContext();
  Strings times;
  isl::union_set domains(c, withParams(""));
  for (unsigned s = 0; s < statements.size(); ++s) {
    StatementData &d = data[s];
    std::string tuple = d.place.tuple(statements[s].name);
    d.domain = isl::set(c, withParams(tuple + " : " + d.place.constraints()));
    auto access = [&](const AccessText &text) {
      std::string where = text.constraints.empty()
                              ? ""
                              : " : " + llvm::join(text.constraints, " and ");
      return isl::map(c,
                      withParams(tuple + " -> " + arrayIds[text.array] + "[" +
                                 commaList(text.subscripts) + "]" + where))
          .intersect_domain(d.domain);
    };
    for (const AccessText &write : d.writes)
      d.writeMaps.push_back(access(write));
    for (const AccessText &read : d.reads)
      d.readMaps.push_back(access(read));
    domains = domains.unite(d.domain);
    times.push_back(originalTime(s));
  }
  schedule = isl::union_map(c, withParams(llvm::join(times, "; ")))
                 .intersect_domain(domains);
}

const isl::map *Scop::Impl::writeMapOf(unsigned s, unsigned array) const {
  for (auto [text, map] : llvm::zip_equal(data[s].writes, data[s].writeMaps))
    if (text.array == array)
      return &map;
  return nullptr;
}

isl::union_map Scop::Impl::allReads() const {
  isl::union_map result = isl::union_map::empty(islContext());
  for (const StatementData &d : data)
    for (const isl::map &read : d.readMaps)
      result = result.unite(read);
  return result;
}

isl::union_map Scop::Impl::allWrites() const {
  isl::union_map result = isl::union_map::empty(islContext());
  for (const StatementData &d : data)
    for (const isl::map &write : d.writeMaps)
      result = result.unite(write);
  return result;
}

//===----------------------------------------------------------------------===//
// Loads that do not stand beside the store they feed
//===----------------------------------------------------------------------===//

/// Time with room for loads: loops and stores at odd positions of a body, a
/// load at the even position before the next one.
static std::string fineTime(const Place &place, bool isLoad, unsigned depth) {
  Strings time;
  for (const LoopFrame &loop : place.loops) {
    time.push_back(std::to_string(2 * loop.ordinal + 1));
    time.push_back(loop.iterator);
  }
  time.push_back(std::to_string(2 * place.ordinal + (isLoad ? 0 : 1)));
  time.resize(2 * depth + 1, "0");
  return "[" + commaList(time) + "]";
}

/// Nothing but pure ops and loads lies between the load and the store.
static bool isBeside(Operation *load, Operation *store) {
  if (load->getBlock() != store->getBlock())
    return false;
  for (Operation *op = load->getNextNode(); op != store; op = op->getNextNode())
    if (op->getNumRegions() != 0 || isa<affine::AffineStoreOp>(op) ||
        hls::isRegionCall(op))
      return false;
  return true;
}

LogicalResult Scop::Impl::checkLoads() {
  isl::ctx c = islContext();
  unsigned fineDepth = depth;
  for (auto &entry : loads)
    fineDepth = std::max<unsigned>(fineDepth, entry.second.place.loops.size());
  auto timed = [&](const Place &place, StringRef name, bool isLoad) {
    return isl::map(c, withParams(place.tuple(name) + " -> " +
                                  fineTime(place, isLoad, fineDepth) + " : " +
                                  place.constraints()));
  };
  for (unsigned s = 0; s < statements.size(); ++s)
    for (affine::AffineLoadOp load : statements[s].loads()) {
      if (isBeside(load, statements[s].op))
        continue;
      const LoadData &from = loads[load];
      std::string tuple = from.place.tuple("L");
      isl::map loadTime = timed(from.place, "L", true);
      isl::map loadMap(c, withParams(tuple + " -> " +
                                     arrayIds[from.access.array] + "[" +
                                     commaList(from.access.subscripts) + "]"));
      isl::map storeTime = timed(data[s].place, statements[s].name, false);
      // A store is fed by the instance of the load in the same iteration of the
      // loops around the load, which are also the store's outermost.
      isl::map feeds(c, withParams(tuple + " -> " +
                                   data[s].place.tuple(statements[s].name)));
      for (unsigned w = 0; w < statements.size(); ++w) {
        const isl::map *write = writeMapOf(w, from.access.array);
        if (!write)
          continue;
        isl::map writeTime = timed(data[w].place, statements[w].name, false);
        isl::map before =
            isl::manage(isl_map_lex_lt_map(loadTime.copy(), writeTime.copy()));
        isl::map after =
            isl::manage(isl_map_lex_lt_map(writeTime.copy(), storeTime.copy()));
        isl::map overwritten =
            before.intersect(loadMap.apply_range(write->reverse()));
        if (overwritten.apply_range(after)
                .intersect(feeds)
                .is_empty()
                .is_true())
          continue;
        InFlightDiagnostic diag =
            load->emitError()
            << "value of '" << arrays[from.access.array].name
            << "' is used by statement " << statements[s].name
            << " after the element is overwritten; demote the value to memory "
               "first (hls-normalize)";
        diag.attachNote(statements[w].op->getLoc())
            << "the element is written here, by " << statements[w].name;
        diag.attachNote(statements[s].op->getLoc()) << "the value is used here";
        return diag;
      }
    }
  return success();
}

} // namespace talos::poly
