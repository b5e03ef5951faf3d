//===- Space.h - A design space, whatever its template ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes ask of a space. A template (Template.h) builds it; its data
// and its rules are the template's own.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_SPACE_H
#define TALOS_EXPLORE_SPACE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Explore/Explain.h"
#include "talos/Explore/Portfolio.h"
#include "talos/NLP/Pins.h"
#include "talos/Support/Int.h"
#include "talos/Target/Target.h"

namespace talos::explore {

/// Cycles that no design can do without; invalid where no bound is known.
struct CycleBounds {
  Int any = Int::invalid();    ///< of every design of the space
  Int design = Int::invalid(); ///< of the design that was asked for
};

/// Facts of the program and of its space, for reports. Invalid: not known.
struct SpaceSummary {
  Int sourceCycles = Int::invalid();   ///< as written, nothing overlapped
  Int dspBound = Int::invalid();       ///< cycles with every DSP busy
  Int bandwidthBound = Int::invalid(); ///< cycles of the longest transfer
  /// Operators whose figures were not measured, with their provenance.
  std::vector<std::string> assumed;
  std::vector<std::pair<std::string, int64_t>> orders; ///< legal ones, by task
};

class Space {
public:
  Space(mlir::func::FuncOp func, target::Target target,
        std::vector<nlp::Pin> pins);
  virtual ~Space();

  mlir::func::FuncOp getFunc() const { return func; }
  const target::Target &getTarget() const { return target; }
  llvm::ArrayRef<nlp::Pin> getPins() const { return pins; }

  /// The nonlinear program of the space with these pins in place of its own. A
  /// pin that names no variable, has no possible value or contradicts another
  /// one is an error at the function.
  virtual mlir::FailureOr<std::unique_ptr<Problem>>
  lower(llvm::ArrayRef<nlp::Pin> pins) const = 0;

  /// The same, from which designs of more cycles than `within` may be left out,
  /// so that it is solved faster.
  virtual mlir::FailureOr<std::unique_ptr<Problem>>
  lowerWithin(llvm::ArrayRef<nlp::Pin> pins,
              std::optional<int64_t> within) const;

  /// What `explore` solves; unless the template says otherwise, the program of
  /// the space alone.
  virtual std::unique_ptr<Portfolio> portfolio() const;

  /// The design with its predicted cycles and resources filled in and the
  /// status "manual". Fails with a located diagnostic if it is outside of the
  /// space, or exceeds the device.
  virtual mlir::FailureOr<hls::DesignAttr>
  evaluate(hls::DesignAttr design) const = 0;

  /// Bounds that hold for the design. Fails with a located diagnostic if it is
  /// outside of the space.
  virtual mlir::FailureOr<CycleBounds>
  lowerBounds(hls::DesignAttr design) const;

  /// Prints the bound of every design and, unless it is null, of `design`, with
  /// the bounds of their parts. A template without bounds says so: an error at
  /// the function.
  virtual mlir::LogicalResult printBounds(hls::DesignAttr design,
                                          llvm::raw_ostream &os) const;

  /// What limits each nest of the design, in program order. Fails with a
  /// located diagnostic if the design is outside of what the program of the
  /// space covers, of the limits or of the pins, and if the template explains
  /// nothing.
  virtual mlir::FailureOr<std::vector<NestExplanation>>
  explain(hls::DesignAttr design, const ExplanationOptions &options) const;

  virtual SpaceSummary summary() const;

private:
  mlir::func::FuncOp func;
  target::Target target;
  std::vector<nlp::Pin> pins;
};

} // namespace talos::explore

#endif // TALOS_EXPLORE_SPACE_H
