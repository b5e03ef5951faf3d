//===- ReportBinding.cpp - What limits the nests, in the report -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBinding.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace talos;
namespace json = llvm::json;

static json::Value toJSON(Attribute attribute) {
  return llvm::TypeSwitch<Attribute, json::Value>(attribute)
      .Case([](StringAttr text) { return json::Value(text.str()); })
      .Case([](BoolAttr truth) { return json::Value(truth.getValue()); })
      .Case([](IntegerAttr number) { return json::Value(number.getInt()); })
      .Case([](ArrayAttr array) {
        json::Array values;
        for (Attribute element : array)
          values.push_back(toJSON(element));
        return json::Value(std::move(values));
      })
      .Case([](DictionaryAttr entries) {
        json::Object object;
        for (NamedAttribute entry : entries)
          object[entry.getName().str()] = toJSON(entry.getValue());
        return json::Value(std::move(object));
      })
      .Default([](Attribute) { return json::Value(nullptr); });
}

json::Value talos::bindingToJSON(ArrayAttr binding) {
  return binding ? toJSON(binding) : json::Value(nullptr);
}

void talos::printBinding(ArrayAttr binding, llvm::raw_ostream &os) {
  if (!binding)
    return;
  auto text = [](DictionaryAttr entry, StringRef key) {
    return entry.getAs<StringAttr>(key).getValue();
  };
  auto number = [](DictionaryAttr entry, StringRef key) {
    return entry.getAs<IntegerAttr>(key).getInt();
  };
  os << "\n  what limits the nests:\n";
  for (auto nest : binding.getAsRange<DictionaryAttr>()) {
    os << "  " << text(nest, "task") << " (" << text(nest, "place") << "), "
       << llvm::formatv("{0:N} cycles, {1:N} of the design's\n",
                        number(nest, "cycles"), number(nest, "share"));
    auto reasons = nest.getAs<ArrayAttr>("binding");
    for (auto reason : reasons.getAsRange<DictionaryAttr>())
      os << "    " << text(reason, "kind") << ": " << text(reason, "text")
         << "\n";
  }
  os << "\n";
}
