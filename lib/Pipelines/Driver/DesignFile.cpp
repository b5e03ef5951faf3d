//===- DesignFile.cpp - A design point in a file --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/DesignFile.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Pipelines/Passes.h"
#include "talos/Support/Nesting.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_ATTACHDESIGN
#include "talos/Pipelines/Passes.h.inc"
} // namespace talos

FailureOr<hls::DesignAttr> talos::readDesignFile(StringRef path,
                                                 Location where) {
  where.getContext()->loadDialect<hls::HLSDialect>();
  auto emitAt = [&]() {
    return emitError(FileLineColLoc::get(where.getContext(), path, 0, 0))
           << "design file: ";
  };
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return emitAt() << buffer.getError().message();
  StringRef text = (*buffer)->getBuffer().trim();
  if (text.starts_with("{")) {
    llvm::Expected<llvm::json::Value> value = parseJson(text);
    if (!value)
      return emitAt() << llvm::toString(value.takeError());
    return designFromJSON(*value, where.getContext(), emitAt);
  }
  if (llvm::Error error = checkNesting(text))
    return emitAt() << llvm::toString(std::move(error));
  // The parser's own diagnostics give line and column within the text.
  Attribute attribute = parseAttribute(text, where.getContext());
  if (!attribute)
    return emitAt() << "expected #hls.design<...> or a JSON object";
  if (auto design = dyn_cast<hls::DesignAttr>(attribute))
    return design;
  return emitAt() << "expected #hls.design<...>, got " << attribute;
}

namespace {
struct AttachDesignPass : talos::impl::AttachDesignBase<AttachDesignPass> {
  using Base::Base;

  void runOnOperation() override {
    auto design = readDesignFile(file, getOperation().getLoc());
    if (failed(design))
      return signalPassFailure();
    FailureOr<func::FuncOp> top = hls::topOf(getOperation());
    if (failed(top))
      return signalPassFailure();
    StringAttr cuts = design->getBlocks();
    if (!cuts.empty() && cuts != hls::blocksOf(*top)) {
      top->emitError("the design point is of this program with its arrays in "
                     "blocks, '")
          << cuts.getValue() << "'; cut them alike by '--blocks "
          << cuts.getValue()
          << "' of hlsc or "
             "by hls-split-arrays";
      return signalPassFailure();
    }
    (*top)->setAttr(hls::designAttrName, *design);
  }
};
} // namespace
