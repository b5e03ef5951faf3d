//===- ScopImpl.h - What a Scop holds ---------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extraction writes the domains and accesses as isl text; Relations.cpp turns
// them into isl objects, everything else reads those.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_SCOPIMPL_H
#define TALOS_LIB_POLY_SCOPIMPL_H

#include "Text.h"
#include "talos/Poly/Scop.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "isl/isl-noexceptions.h"

namespace talos::poly {

struct IslContextDeleter {
  void operator()(isl_ctx *ctx) const { isl_ctx_free(ctx); }
};

/// One loop around a statement or a load.
struct LoopFrame {
  mlir::affine::AffineForOp op;
  std::string iterator;   ///< unique in the nest
  std::string constraint; ///< bounds and stride
  std::string lower;      ///< the first value of the iterator
  int64_t step = 1;
  unsigned ordinal = 0; ///< position of the loop in the body around it
};

struct AccessText {
  unsigned array = 0;
  Strings subscripts;
  /// What `subscripts` are: empty, or bounds of names that stand for every
  /// element.
  Strings constraints;
};

/// Where an op stands: its loops, the conditions around it, and its position in
/// the innermost body.
struct Place {
  std::vector<LoopFrame> loops;
  Strings conditions;
  unsigned ordinal = 0;

  /// "name[i, j]".
  std::string tuple(llvm::StringRef name) const;
  /// All constraints joined by "and"; "1 = 1" where there are none.
  std::string constraints() const;
};

struct LoadData {
  mlir::affine::AffineLoadOp op;
  Place place;
  AccessText access;
};

struct StatementData {
  Place place;
  std::vector<AccessText> writes; ///< one of a store
  std::vector<AccessText> reads;  ///< of a store parallel to Statement::loads()

  isl::set domain;
  std::vector<isl::map> writeMaps;
  std::vector<isl::map> readMaps;
};

/// The relation of one pair of statements through one array.
struct DependenceRelation {
  DependenceKind kind;
  unsigned source, target, array;
  isl::map map; ///< source instances to target instances
};

/// The time of each statement's instances, all of the same number of dims.
using Times = std::vector<isl::map>;

/// The loops around code that isl generates.
struct OuterLoops {
  llvm::SmallVector<mlir::Value> ivs;
  /// The parameters of the schedule that are times of these loops, as dims of
  /// `ivs`.
  llvm::StringMap<mlir::AffineExpr> values;
  isl::set context;   ///< of the parameters
  unsigned times = 0; ///< positions of the schedule that are theirs
};

/// "S0[0, 3] -> S1[0, 2]" from one pair of a relation without parameters.
std::string examplePair(const isl::map &pairs);

/// The integer, if it is one and fits.
std::optional<int64_t> toInt(const isl::val &value);

struct Scop::Impl {
  std::unique_ptr<isl_ctx, IslContextDeleter> ctx;
  mlir::func::FuncOp func;
  std::vector<Statement> statements;
  std::vector<StatementData> data;
  std::vector<Array> arrays;
  Strings arrayIds; ///< isl tuple name of each array
  std::vector<mlir::Value> params;
  Strings paramIds;
  llvm::DenseMap<mlir::Operation *, LoadData> loads;
  unsigned depth = 0; ///< of the deepest statement

  isl::union_map schedule;               ///< of the source, 2 * depth + 1 dims
  std::vector<DependenceRelation> edges; ///< sorted; the public list refines it
  /// What a schedule keeps: the edges, but for the order of the terms of sums
  /// that may come in any order.
  std::vector<DependenceRelation> constraints;
  std::vector<Dependence> dependences;
  std::vector<Reduction> reductions;
  std::vector<bool> liveIn, fullyWritten;
  bool hasDependences = false; ///< the six above are filled in

  Impl();
  ~Impl();

  isl::ctx islContext() const { return isl::ctx(ctx.get()); }
  /// "[n, m] -> { " + body + " }".
  std::string withParams(llvm::StringRef body) const;

  // Relations.cpp
  void buildRelations();
  mlir::LogicalResult checkLoads();
  /// How the statement writes the array; null if it does not.
  const isl::map *writeMapOf(unsigned statement, unsigned array) const;
  isl::union_map allReads() const;
  isl::union_map allWrites() const;
  /// The source's: "S0[i, j] -> [0, i, 0, j, 0, 0, 0]".
  std::string originalTime(unsigned statement) const;

  // Dependences.cpp
  void computeDependences();
  // Reductions.cpp
  void recognizeReductions();

  // Reorder.cpp
  /// The statement is a reduction of integers, whose terms may come in any
  /// order.
  bool mayReorder(unsigned statement) const;
  /// Fills in `constraints`.
  void relaxSums();

  // Legality.cpp
  /// Parses a schedule and checks that it gives every instance one time; none,
  /// with `why` set, if it does not.
  std::optional<Times> parseSchedule(llvm::StringRef text,
                                     std::string &why) const;
  /// Checks the edges that `counts` selects.
  Legality
  check(const Times &times,
        llvm::function_ref<bool(const DependenceRelation &)> counts) const;
  Violation violation(const DependenceRelation &edge,
                      const isl::map &pairs) const;

  // Band.cpp
  /// The number of loops around the statement that others stand in as well.
  unsigned sharedLoops(unsigned statement) const;
  /// The iteration numbers of the statement's loops, counted from 0.
  Strings iterationNumbers(unsigned statement) const;
  /// Why `mine` is not a strip-mining of the statement; empty if it is.
  std::string bandError(unsigned statement, unsigned shared,
                        const StripMine &mine) const;
  /// The times of the strip-mined loops: level 0, level 1, level 2.
  Strings bandTime(unsigned statement, unsigned shared,
                   const StripMine &mine) const;
  /// All components over the band of all self dependences that no shared loop
  /// carries are >= 0: every strip-mining with every order of every level is
  /// legal.
  bool isFullyPermutable(unsigned statement, unsigned shared);
  std::vector<std::optional<bool>> permutable; ///< memo of the above

  // Schedule.cpp
  mlir::AffineMap timeMap(unsigned statement,
                          llvm::ArrayRef<mlir::AffineExpr> times) const;
  /// "S0[i, j] -> [0, j]".
  std::string timeText(unsigned statement, mlir::AffineMap map) const;
  std::string scheduleText(const Schedule &schedule) const;
  /// Why it is no schedule of these statements; empty if it is.
  std::string scheduleError(const Schedule &schedule) const;
  /// None, with the reason in `legality`, if it is malformed or illegal.
  std::optional<Times> checkedTimes(const Schedule &schedule,
                                    llvm::ArrayRef<unsigned> expanded,
                                    Legality &legality) const;

  // Generate.cpp
  /// Replaces the nests of the function by what `emit` makes.
  mlir::LogicalResult
  replaceNests(llvm::function_ref<mlir::LogicalResult(mlir::OpBuilder &)> emit);
  /// Emits the instances that have a time, at `builder`.
  mlir::LogicalResult generateByIsl(const Times &times, const OuterLoops &outer,
                                    const LoopHooks &hooks,
                                    mlir::OpBuilder &builder);
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_SCOPIMPL_H
