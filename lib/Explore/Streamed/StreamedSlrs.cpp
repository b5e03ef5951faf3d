//===- StreamedSlrs.cpp - Nests on the dies of a device -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedSlrs.h"
#include "talos/Dialect/HLS/Slr.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;
using nlp::Expr;

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

/// A percentage of the whole SLR, or (0) what the device's preset says of what
/// the platform leaves, whose static region is taken to be spread over all
/// SLRs: no data says where it is.
static target::Resources usableOfSlr(const target::Target &target,
                                     int64_t percent) {
  const target::Device &device = target.device;
  target::Resources usable;
  for (const target::ResourceField &field : target::resourceFields) {
    int64_t own = device.perSlr.*field.amount,
            reserved = llvm::divideCeil(
                uint64_t(device.platform.reserved.*field.amount),
                uint64_t(device.slrs));
    usable.*field.amount =
        percent ? own * percent / 100
                : std::max<int64_t>(0, own - reserved) * device.usable / 100;
  }
  return usable;
}

/// `SLR1=55%,SLR2=60%`: lowers what there is.
static LogicalResult readShares(func::FuncOp func, StringRef shares,
                                const target::Target &target,
                                SlrBudget &budget) {
  SmallVector<StringRef> parts;
  shares.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [name, share] = part.split('=');
    int64_t slr = 0, percent = 0;
    share.consume_back("%");
    if (!name.consume_front("SLR") || name.getAsInteger(10, slr) || slr < 0 ||
        share.getAsInteger(10, percent) || percent < 1 || percent > 100)
      return func.emitError("slr-share '")
             << part << "': expected an SLR and a percentage of it, as "
             << "SLR1=55%";
    if (slr >= budget.count)
      return func.emitError("slr-share '")
             << part << "': nests are assigned to "
             << hls::slrRange(budget.count)
             << (budget.count == 1 ? "; give slrs as well" : "");
    target::Resources &usable = budget.usable[slr];
    target::Resources most = usableOfSlr(target, percent);
    for (const target::ResourceField &field : target::resourceFields)
      usable.*field.amount = std::min(usable.*field.amount, most.*field.amount);
    budget.areAlike = false;
  }
  return success();
}

FailureOr<SlrBudget> explore::slrBudget(func::FuncOp func,
                                        const target::Target &target,
                                        const SpaceOptions &options) {
  SlrBudget budget;
  int64_t all = target.device.slrs;
  if (options.slrs == "auto")
    budget.count = all;
  else if (!options.slrs.empty() &&
           (StringRef(options.slrs).getAsInteger(10, budget.count) ||
            budget.count < 1))
    return func.emitError("slrs '")
           << options.slrs << "': expected a number of SLRs, or auto";
  if (budget.count > all)
    return func.emitError("slrs ")
           << budget.count << ": " << target.device.name << " has "
           << hls::slrRange(all) << "; ask for at most " << all << ", or auto";
  budget.usable.assign(all, usableOfSlr(target, options.usablePercent));
  if (failed(readShares(func, options.slrShares, target, budget)))
    return failure();
  return budget;
}

LogicalResult explore::narrowSlrs(func::FuncOp func, StreamedProgram &program,
                                  std::vector<nlp::Pin> &pins) {
  for (StreamedNestInfo &nest : program.nests)
    for (auto pin = pins.begin(); pin != pins.end();) {
      if (pin->name != slrName(nest) || pin->relation != nlp::Pin::Equal) {
        ++pin;
        continue;
      }
      int64_t slr = 0;
      if (StringRef(pin->value).getAsInteger(10, slr) ||
          !llvm::is_contained(nest.slrs, slr))
        return func.emitError("pin '")
               << pin->text() << "': the nest is assigned to one of "
               << hls::slrRange(program.slrs)
               << (program.isSplit() ? "; pin the number of one"
                                     : "; give slrs to have more");
      nest.slrs = {slr};
      for (StreamedNestInfo &other : program.nests)
        if (nest.worker && other.worker == nest.worker)
          other.slrs = {slr};
      pin = pins.erase(pin);
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

template <typename N>
N explore::kernelsFollow(const StreamedProgram &program,
                         const std::vector<N> &slrs,
                         const cost::Numbers<N> &number) {
  std::vector<int64_t> place(program.slrs); // of an SLR in the order
  std::iota(place.begin(), place.end(), 0);
  N any = number(0);
  do {
    std::vector<N> places;
    for (const N &slr : slrs) {
      N own = number(0);
      for (int64_t other = 0; other < program.slrs; ++other)
        own = own + eq(slr, other) * place[other];
      places.push_back(own);
    }
    N all = number(1);
    for (size_t nest = 0; nest < program.nests.size(); ++nest)
      for (const StreamedAccess &access : program.incoming(nest))
        if (int origin = program.originOf(nest, access); origin != int(nest))
          all = all * le(places[origin], places[nest]);
    any = max(any, all);
  } while (std::next_permutation(place.begin(), place.end()));
  return any;
}

/// A worker has the nests of its rows in one SLR.
static bool keepsWorkers(const StreamedProgram &program,
                         const std::vector<Int> &slrs) {
  std::map<int64_t, Int> known;
  for (auto [nest, slr] : llvm::zip_equal(program.nests, slrs))
    if (nest.worker &&
        known.try_emplace(*nest.worker, slr).first->second != slr)
      return false;
  return true;
}

std::vector<std::vector<int64_t>>
explore::assignments(const StreamedProgram &program, bool breaksSymmetry,
                     size_t most) {
  std::vector<std::vector<int64_t>> all;
  std::vector<size_t> at(program.nests.size(), 0);
  for (bool isOver = false; !isOver;) {
    std::vector<Int> slrs;
    for (auto [nest, choice] : llvm::zip_equal(program.nests, at))
      slrs.push_back(Int(nest.slrs[choice]));
    bool isTried =
        keepsWorkers(program, slrs) &&
        kernelsFollow(program, slrs, cost::Numbers<Int>()).value() == 1 &&
        (!breaksSymmetry || isCanonical(slrs).value() == 1);
    if (isTried) {
      if (all.size() == most)
        return {};
      std::vector<int64_t> &own = all.emplace_back();
      for (const Int &slr : slrs)
        own.push_back(slr.value());
    }
    size_t nest = 0;
    while (nest < at.size() && ++at[nest] == program.nests[nest].slrs.size())
      at[nest++] = 0;
    isOver = nest == at.size();
  }
  return all;
}

template <typename N>
StreamedAmounts<N> explore::amountsIn(int64_t slr,
                                      const StreamedProgram &program,
                                      const StreamedPoint<N> &point,
                                      const StreamedFigures<N> &figures,
                                      const cost::Numbers<N> &number) {
  StreamedAmounts<N> sum{number(0), number(0), number(0), number(0), number(0)};
  for (size_t nest = 0; nest < figures.ofNests.size(); ++nest) {
    const std::vector<int64_t> &may = program.nests[nest].slrs;
    if (may.size() == 1 && may.front() != slr)
      continue;
    auto add = [&](N StreamedAmounts<N>::*kind) {
      N own = figures.ofNests[nest].*kind;
      if (may.size() > 1)
        own = select(eq(point.nests[nest].slr, slr), own, number(0));
      sum.*kind = sum.*kind + own;
    };
    add(&StreamedAmounts<N>::dsp);
    add(&StreamedAmounts<N>::bram);
    add(&StreamedAmounts<N>::uram);
    add(&StreamedAmounts<N>::lut);
    add(&StreamedAmounts<N>::ff);
  }
  return sum;
}

template Int explore::kernelsFollow(const StreamedProgram &,
                                    const std::vector<Int> &,
                                    const cost::Numbers<Int> &);
template Expr explore::kernelsFollow(const StreamedProgram &,
                                     const std::vector<Expr> &,
                                     const cost::Numbers<Expr> &);
template StreamedAmounts<Int>
explore::amountsIn(int64_t, const StreamedProgram &, const StreamedPoint<Int> &,
                   const StreamedFigures<Int> &, const cost::Numbers<Int> &);
template StreamedAmounts<Expr> explore::amountsIn(int64_t,
                                                  const StreamedProgram &,
                                                  const StreamedPoint<Expr> &,
                                                  const StreamedFigures<Expr> &,
                                                  const cost::Numbers<Expr> &);
