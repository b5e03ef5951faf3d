//===- PragmaTemplate.cpp - What pragmas alone do to the nests as they are ===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/SharedSpace.h"
#include "Explore/Shared/Templates.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

/// The space of NLP-DSE: a restriction of the shared one.
class PragmaTemplate : public Template {
public:
  StringRef name() const override { return "pragmas"; }

  StringRef description() const override {
    return "what pragmas alone do: loops in the order of the source, those "
           "under the pipelined loop unrolled whole";
  }

  bool keepsNests() const override { return true; }

  FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const SpaceOptions &options) const override {
    return SharedSpace::build(func, target, options, SpaceKind::Pragmas);
  }
};

} // namespace

std::unique_ptr<Template> explore::pragmaTemplate() {
  return std::make_unique<PragmaTemplate>();
}
