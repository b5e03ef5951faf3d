//===- SharedTemplate.cpp - Every order of the loops, arrays for all tasks ===//
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

/// The template of Sisyphus (sections 3 and 4).
class SharedTemplate : public Template {
public:
  StringRef name() const override { return "shared"; }

  StringRef description() const override {
    return "every legal order of the loops, any loop pipelined; all tasks "
           "share the buffer of an array, or each holds tiles of it";
  }

  FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const SpaceOptions &options) const override {
    if (options.fineGrained)
      return func.emitError("fine-grained needs space=pragmas");
    return SharedSpace::build(func, target, options, SpaceKind::Shared);
  }
};

} // namespace

std::unique_ptr<Template> explore::sharedTemplate() {
  return std::make_unique<SharedTemplate>();
}
