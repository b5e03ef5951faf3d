//===- ReportBinding.cpp - What limits the nests, in the report -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBinding.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Support/TextTable.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace talos;
namespace json = llvm::json;

static json::Value toJSON(hls::GainAttr gain) {
  return json::Object{{"amount", gain.getAmount()},
                      {"saves", gain.getSaves()},
                      {"proved", gain.getProved()}};
}

static json::Value toJSON(hls::ReasonAttr reason) {
  json::Object object{{"kind", hls::stringifyBindingKind(reason.getKind())},
                      {"name", reason.getName().getValue()},
                      {"cycles", reason.getCycles()},
                      {"text", reason.getText().getValue()}};
  if (std::optional<int64_t> limit = reason.getLimit())
    object["limit"] = *limit;
  if (hls::GainAttr least = reason.getLeast())
    object["least"] = toJSON(least);
  if (hls::GainAttr most = reason.getMost())
    object["most"] = toJSON(most);
  return object;
}

json::Value talos::bindingToJSON(ArrayAttr binding) {
  if (!binding)
    return nullptr;
  json::Array nests;
  for (auto nest : binding.getAsRange<hls::NestBindingAttr>()) {
    json::Array reasons;
    for (hls::ReasonAttr reason : nest.getBinding())
      reasons.push_back(toJSON(reason));
    nests.push_back(json::Object{{"task", nest.getTask().getValue()},
                                 {"place", nest.getPlace().getValue()},
                                 {"cycles", nest.getCycles()},
                                 {"share", nest.getShare()},
                                 {"binding", std::move(reasons)}});
  }
  return nests;
}

void talos::printBinding(ArrayAttr binding, llvm::raw_ostream &os) {
  if (!binding)
    return;
  os << "\n  what limits the nests:\n";
  for (auto nest : binding.getAsRange<hls::NestBindingAttr>()) {
    printWrapped(llvm::formatv("{0} ({1}), {2:N} cycles, {3:N} of the design's",
                               nest.getTask().getValue(),
                               nest.getPlace().getValue(), nest.getCycles(),
                               nest.getShare())
                     .str(),
                 2, os);
    for (hls::ReasonAttr reason : nest.getBinding())
      printWrapped((hls::stringifyBindingKind(reason.getKind()) + ": " +
                    reason.getText().getValue())
                       .str(),
                   4, os);
  }
  os << "\n";
}
