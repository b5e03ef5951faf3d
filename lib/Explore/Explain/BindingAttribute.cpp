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

StringRef explore::toString(BindingKind kind) {
  switch (kind) {
  case BindingKind::Choice:
    return "choice";
  case BindingKind::Budget:
    return "budget";
  case BindingKind::Partition:
    return "partition";
  case BindingKind::Pin:
    return "pin";
  case BindingKind::Together:
    return "together";
  case BindingKind::Recurrence:
    return "recurrence";
  case BindingKind::Ports:
    return "ports";
  case BindingKind::Transfer:
    return "transfer";
  case BindingKind::Context:
    return "context";
  case BindingKind::Overlapped:
    return "overlapped";
  case BindingKind::Unrolled:
    return "unrolled";
  case BindingKind::Structure:
    return "structure";
  case BindingKind::Undecided:
    return "undecided";
  }
  return "";
}

/// "file:line:column", or "?".
static std::string placeOf(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "?";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()))
      .str();
}

static DictionaryAttr gainAttribute(Builder &builder, const Gain &gain) {
  NamedAttrList entries;
  entries.append("amount", builder.getI64IntegerAttr(gain.amount));
  entries.append("saves", builder.getI64IntegerAttr(gain.saves));
  entries.append("proved", builder.getBoolAttr(gain.proved));
  return entries.getDictionary(builder.getContext());
}

static DictionaryAttr bindingAttribute(Builder &builder,
                                       const Binding &binding) {
  NamedAttrList entries;
  entries.append("kind", builder.getStringAttr(toString(binding.kind)));
  entries.append("name", builder.getStringAttr(binding.name));
  entries.append("cycles", builder.getI64IntegerAttr(binding.cycles));
  entries.append("text", builder.getStringAttr(binding.text));
  if (binding.kind == BindingKind::Budget ||
      binding.kind == BindingKind::Partition)
    entries.append("limit", builder.getI64IntegerAttr(binding.limit));
  if (binding.least)
    entries.append("least", gainAttribute(builder, *binding.least));
  if (binding.most)
    entries.append("most", gainAttribute(builder, *binding.most));
  return entries.getDictionary(builder.getContext());
}

ArrayAttr explore::toAttribute(MLIRContext *context,
                               ArrayRef<NestExplanation> nests) {
  Builder builder(context);
  SmallVector<Attribute> entries;
  for (const NestExplanation &nest : nests) {
    SmallVector<Attribute> bindings;
    for (const Binding &binding : nest.bindings)
      bindings.push_back(bindingAttribute(builder, binding));
    NamedAttrList entry;
    entry.append("task", builder.getStringAttr(nest.task));
    entry.append("place", builder.getStringAttr(placeOf(nest.location)));
    entry.append("cycles", builder.getI64IntegerAttr(nest.cycles));
    entry.append("share", builder.getI64IntegerAttr(nest.share));
    entry.append("binding", builder.getArrayAttr(bindings));
    entries.push_back(entry.getDictionary(context));
  }
  return builder.getArrayAttr(entries);
}
