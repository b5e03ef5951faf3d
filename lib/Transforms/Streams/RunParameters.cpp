//===- RunParameters.cpp - Numbers by which runs of a network differ ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunParameters.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace talos;

Value RunParameters::with(ArrayRef<int64_t> values, StringRef process,
                          StringRef name) {
  Block &body = sequence.getBody().front();
  for (auto [number, known] : llvm::enumerate(all))
    if (known.process == process && llvm::equal(known.values, values))
      return body.getArgument(number);
  std::string wanted = (process + "_" + name).str(), own = wanted;
  auto isTaken = [&](const std::string &other) {
    return llvm::any_of(
        all, [&](const Parameter &known) { return known.name == other; });
  };
  for (unsigned i = 1; isTaken(own); ++i)
    own = wanted + "_" + std::to_string(i);
  all.push_back({process.str(), own, SmallVector<int64_t>(values)});
  return body.addArgument(IndexType::get(sequence.getContext()),
                          sequence.getLoc());
}

void RunParameters::truncate(size_t count) {
  Block &body = sequence.getBody().front();
  all.resize(count);
  while (body.getNumArguments() > count)
    body.eraseArgument(body.getNumArguments() - 1);
}

void RunParameters::finish() {
  Builder builder(sequence.getContext());
  SmallVector<Attribute> names, runs;
  for (const Parameter &parameter : all)
    names.push_back(builder.getStringAttr(parameter.name));
  for (int64_t run = 0; run < sequence.getRunCount(); ++run) {
    SmallVector<int64_t> ofRun;
    for (const Parameter &parameter : all)
      ofRun.push_back(parameter.values[run]);
    runs.push_back(builder.getDenseI64ArrayAttr(ofRun));
  }
  sequence.setParametersAttr(builder.getArrayAttr(names));
  sequence.setRunsAttr(builder.getArrayAttr(runs));
}
