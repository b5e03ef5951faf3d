//===- BindingAttribute.cpp - What limits the nests, as an attribute ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "talos/Explore/Explain.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// "file:line:column", or "?".
static std::string placeOf(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "?";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()))
      .str();
}

static hls::GainAttr gainAttribute(MLIRContext *context,
                                   const std::optional<Gain> &gain) {
  return gain ? hls::GainAttr::get(context, gain->amount, gain->saves,
                                   gain->proved)
              : hls::GainAttr();
}

static hls::ReasonAttr reasonAttribute(Builder &builder,
                                       const Binding &binding) {
  bool isAmount = binding.kind == BindingKind::Budget ||
                  binding.kind == BindingKind::Partition;
  MLIRContext *context = builder.getContext();
  return hls::ReasonAttr::get(
      context, binding.kind, builder.getStringAttr(binding.name),
      binding.cycles, builder.getStringAttr(binding.text),
      isAmount ? std::optional(binding.limit) : std::nullopt,
      gainAttribute(context, binding.least),
      gainAttribute(context, binding.most));
}

ArrayAttr explore::toAttribute(MLIRContext *context,
                               ArrayRef<NestExplanation> nests) {
  Builder builder(context);
  SmallVector<Attribute> entries;
  for (const NestExplanation &nest : nests) {
    SmallVector<hls::ReasonAttr> reasons;
    for (const Binding &binding : nest.bindings)
      reasons.push_back(reasonAttribute(builder, binding));
    entries.push_back(
        hls::NestBindingAttr::get(context, builder.getStringAttr(nest.task),
                                  builder.getStringAttr(placeOf(nest.location)),
                                  nest.cycles, nest.share, reasons));
  }
  return builder.getArrayAttr(entries);
}
