//===- JsonReader.cpp - Reads an object key by key ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::StringRef;
using llvm::Twine;

int64_t JsonItem::integer(const Twine &what) const {
  if (!value)
    return 0;
  if (std::optional<int64_t> number = value->getAsInteger())
    return *number;
  fail(what + ": expected an integer of 64 bits");
  return 0;
}

std::string JsonItem::string(const Twine &what) const {
  if (!value)
    return "";
  std::optional<StringRef> string = value->getAsString();
  if (string && !string->empty())
    return string->str();
  fail(what + ": expected a string that is not empty");
  return "";
}

std::vector<JsonItem> JsonItem::elements(const Twine &what) const {
  std::vector<JsonItem> result;
  if (!value)
    return result;
  const llvm::json::Array *array = value->getAsArray();
  if (!array) {
    fail(what + ": expected an array");
    return result;
  }
  for (auto [element, number] :
       llvm::zip_equal(*array, text->places[this->number].elements))
    result.push_back({text, &element, number});
  return result;
}

std::pair<int64_t, int64_t> JsonItem::pair(const Twine &what) const {
  std::vector<JsonItem> both = elements(what);
  if (value && both.size() != 2)
    fail(what + ": expected two integers");
  if (both.size() != 2)
    return {};
  return {both[0].integer(what), both[1].integer(what)};
}

JsonReader::JsonReader(JsonItem item, const Twine &what)
    : item(item), what(what.str()),
      object(item.value ? item.value->getAsObject() : nullptr) {
  if (!object)
    item.fail(what + ": expected an object");
}

std::optional<JsonItem> JsonReader::find(StringRef key) {
  asked.push_back(key.str());
  const llvm::json::Value *value = object ? object->get(key) : nullptr;
  if (!value)
    return std::nullopt;
  const JsonPlaces::Member *member = item.text->places[item.number].find(key);
  return JsonItem{item.text, value, member->value};
}

JsonItem JsonReader::get(StringRef key) {
  if (std::optional<JsonItem> found = find(key))
    return *found;
  if (object)
    item.fail(what + ": the key \"" + key + "\" is missing");
  return {item.text, nullptr, 0};
}

int64_t JsonReader::integer(StringRef key, int64_t absent) {
  std::optional<JsonItem> found = find(key);
  return found ? found->integer(name(key)) : absent;
}

std::string JsonReader::string(StringRef key, StringRef absent) {
  std::optional<JsonItem> found = find(key);
  return found ? found->string(name(key)) : absent.str();
}

std::vector<std::pair<std::string, JsonItem>> JsonReader::members() {
  std::vector<std::pair<std::string, JsonItem>> result;
  if (!object)
    return result;
  for (const JsonPlaces::Member &member :
       item.text->places[item.number].members) {
    asked.push_back(member.key);
    result.emplace_back(
        member.key, JsonItem{item.text, object->get(member.key), member.value});
  }
  return result;
}

void JsonReader::finish() {
  if (!object)
    return;
  for (const JsonPlaces::Member &member :
       item.text->places[item.number].members)
    if (!llvm::is_contained(asked, member.key)) {
      llvm::sort(asked);
      return item.text->fail(member.offset,
                             what + ": the key \"" + member.key +
                                 "\" is unknown; expected only " +
                                 llvm::join(asked, ", "));
    }
}
