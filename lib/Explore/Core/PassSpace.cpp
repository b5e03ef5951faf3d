//===- PassSpace.cpp - The design space that a pass asks for --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PassSpace.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

FailureOr<std::vector<nlp::Pin>> explore::pinsOf(func::FuncOp top,
                                                 StringRef option) {
  std::vector<nlp::Pin> pins;
  SmallVector<StringRef> texts{option};
  if (auto strings = top->getAttrOfType<ArrayAttr>(pinsAttrName))
    for (Attribute string : strings)
      texts.push_back(cast<StringAttr>(string).getValue());
  for (StringRef text : texts) {
    llvm::Expected<std::vector<nlp::Pin>> some = nlp::parsePins(text);
    if (!some)
      return top.emitError(llvm::toString(some.takeError()));
    llvm::append_range(pins, *some);
  }
  return pins;
}

FailureOr<std::unique_ptr<Space>>
explore::buildSpace(func::FuncOp top, StringRef name,
                    const target::Target &target, const SpaceOptions &options) {
  const Template *found = findTemplate(name);
  if (!found)
    return top.emitError("space '")
           << name << "' is unknown; use one of " << templateNames();
  return found->build(top, target, options);
}
