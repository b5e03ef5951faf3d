//===- BruteForce.h - Every design of a small space -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries every strip-mining, pipelined loop, placement of tiles and partition of
// a space with the rules alone, no model. SpaceTest proves the same splits
// legal.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_EXPLORE_BRUTEFORCE_H
#define TALOS_UNITTESTS_EXPLORE_BRUTEFORCE_H

#include "Explore/Shared/Design.h"
#include "Explore/Shared/Tiles.h"
#include <functional>

namespace talos::explore {

/// A pin, and the same as a condition on the choices.
struct RandomPin {
  nlp::Pin pin;
  std::function<bool(const DesignChoices<Int> &)> holds;
};

/// `in`: a random number between two.
RandomPin pinLoop(const DesignSpace &space,
                  llvm::function_ref<int64_t(int64_t, int64_t)> in);
RandomPin pinPartition(const DesignSpace &space,
                       llvm::function_ref<int64_t(int64_t, int64_t)> in);
/// Whether some array that may be packed is.
RandomPin pinPacked(const DesignSpace &space,
                    llvm::function_ref<int64_t(int64_t, int64_t)> in);

/// Pins the beats of all arrays but one, which leaves enough points to try: by
/// array the beat, 0 where every one is to be tried.
std::vector<int64_t> pinBeats(DesignSpace &space,
                              llvm::function_ref<int64_t(int64_t, int64_t)> in);

/// The same, and leaves what the space offers of layouts, ports and copies to
/// that array alone, or to all blocks of it.
std::vector<int64_t>
pinLayouts(DesignSpace &space,
           llvm::function_ref<int64_t(int64_t, int64_t)> in);

/// Every split of the loops with one of them pipelined that the model allows;
/// of a task without loops the empty one.
std::vector<std::vector<cost::LoopChoice<Int>>> splitsOf(const TaskSpace &task);

class BruteForce {
public:
  BruteForce(const DesignSpace &space, const std::vector<RandomPin> &pins);

  /// Least cycles; nullopt: nothing fits.
  std::optional<int64_t> run();
  int64_t points = 0;
  /// As pinBeats has it; empty: every one of every array.
  std::vector<int64_t> beats;
  /// Called, unless empty, with the figures of every design that fits.
  std::function<void(const DesignCost<Int> &)> visit;

private:
  using Loops = std::vector<cost::LoopChoice<Int>>;

  /// What pragmas can say, if the space asks for that: all of the loops under
  /// the pipelined one is unrolled, and above it only what is parallel.
  bool isPragmas(const TaskSpace &task, const Loops &loops) const;
  void chooseTask(unsigned t);
  /// Each product for itself, and in pairs of copies of each loop that has an
  /// even number of them.
  void choosePairs(unsigned t);
  /// In the element, and in a register where that is offered.
  void chooseSum(unsigned t);

  /// Every pattern, and for arrays of several tasks every beat.
  void chooseTiles(unsigned t);
  bool overlaps(unsigned t) const;
  bool fitsTiles(unsigned t, const TilePattern &pattern) const;
  /// Two tasks, the first of which is `before`, see memory alike.
  bool isHeldAlike(unsigned before, const TileChoices<Int> &other,
                   const TileChoices<Int> &tile,
                   const std::vector<Int> &extents) const;
  void chooseFactors(unsigned a, std::vector<Int> factors);
  void choosePacked(unsigned a);
  /// Every layout, beat and number of ports, then copies for readers.
  void choosePort(unsigned a);
  void chooseCopies(unsigned a);
  std::vector<cost::PortChoice<Int>> portsOf(const ArraySpace &array) const;
  bool fitsBanks() const;
  /// Blocks of one array have one port and begin on its beats or boxes.
  bool sharePorts() const;
  bool mayPack(unsigned array) const;
  bool fits(unsigned array, unsigned dimension, int64_t factor) const;
  void evaluate();

  const DesignSpace &space;
  const std::vector<RandomPin> &pins;
  std::vector<std::vector<Loops>> tasks;
  DesignChoices<Int> choices;
  std::optional<int64_t> best;
};

} // namespace talos::explore

#endif // TALOS_UNITTESTS_EXPLORE_BRUTEFORCE_H
