//===- Template.h - A family of designs, by name ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template says which designs of a program there are: it builds their space.
// hls-explore finds it by the name that the option `space` gives. The templates
// of Talos are `shared`, `pragmas` and `streamed` (docs/NLP.md); a program that
// links Talos may register more before it runs passes.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_TEMPLATE_H
#define TALOS_EXPLORE_TEMPLATE_H

#include "talos/Cost/Composition.h"
#include "talos/Explore/Space.h"
#include <functional>

namespace talos::poly {
class Scop;
} // namespace talos::poly

namespace talos::explore {

/// How memory may hold arrays that are moved whole.
struct LayoutOptions {
  bool natural = true;         ///< as in C
  bool padded = false;         ///< rows filled up to whole beats
  bool packed = false;         ///< boxes of elements
  int64_t maxPorts = 1;        ///< AXI ports of one array
  int64_t paddingPercent = 25; ///< elements that a layout may add
};

/// What a user says of the space; a template refuses what it has no use for.
struct SpaceOptions {
  int64_t usablePercent = 0; ///< 0: the device's preset
  std::string limits;        ///< of single resources; target::Target::limit
  int64_t maxPartition = 0;  ///< 0: the device's preset
  bool treeReduction = false;
  cost::Reuse reuse = cost::Reuse::Optimistic;
  std::vector<nlp::Pin> pins;
  LayoutOptions layouts;
  /// Arrays that tasks hold tile by tile: "never", "auto", "search", "A,B".
  std::string tiles = "never";
  /// Pragmas: no loop above the pipelined one is unrolled (NLP-DSE eq. 14).
  bool fineGrained = false;
  /// Two products of 8 bits may share a multiplier.
  bool pairsProducts = true;
  std::string slrs; ///< that tasks are assigned to: "3", "auto"; empty: one
  std::string slrShares; ///< of these, "SLR1=55%"; beside usablePercent
  /// Gives the polyhedral view of the function, as the pass manager keeps it
  /// (poly::ScopAnalysis); null, with the errors of Scop::build, if the
  /// function is not affine. Without it the template makes its own.
  std::function<const poly::Scop *()> scop = nullptr;
};

class Template {
public:
  virtual ~Template();
  /// As the option `space` has it.
  virtual llvm::StringRef name() const = 0;
  /// Its designs, in a line.
  virtual llvm::StringRef description() const = 0;
  /// Whether the nests stay as the program has them: then loops are not
  /// interchanged before, and fine-grained parallelism can be asked for.
  virtual bool keepsNests() const { return false; }
  /// Whether nests are processes that streams join: then a script may ask for
  /// streams (`hls.streamed_edges`).
  virtual bool joinsNestsByStreams() const { return false; }
  /// The space of `func`. Fails with a located diagnostic if a nest is outside
  /// of the space, or if the library of the target lacks an operator.
  virtual mlir::FailureOr<std::unique_ptr<Space>>
  build(mlir::func::FuncOp func, const target::Target &target,
        const SpaceOptions &options) const = 0;
};

/// Returns false, and keeps what there is, if the name is taken.
bool registerTemplate(std::unique_ptr<Template> one);

/// Null if the name is unknown.
const Template *findTemplate(llvm::StringRef name);

/// All that are registered, by name.
std::vector<const Template *> registeredTemplates();

/// "pragmas, shared", for messages.
std::string templateNames();

/// Registers the templates of Talos; more than once does no harm.
void registerTemplates();

} // namespace talos::explore

#endif // TALOS_EXPLORE_TEMPLATE_H
