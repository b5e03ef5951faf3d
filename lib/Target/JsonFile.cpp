//===- JsonFile.cpp - Reading a data file whose every key is required -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonFile.h"
#include "talos/Support/Nesting.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace talos::target;

Expected<std::unique_ptr<JsonFile>> JsonFile::open(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return createStringError(buffer.getError(), "%s: cannot be read: %s",
                             path.str().c_str(),
                             buffer.getError().message().c_str());
  Expected<json::Value> value = talos::parseJson((*buffer)->getBuffer());
  if (!value)
    return createStringError(std::errc::invalid_argument,
                             "%s: not a JSON file: %s", path.str().c_str(),
                             toString(value.takeError()).c_str());
  auto file = std::make_unique<JsonFile>();
  file->name = path.str();
  file->value = std::move(*value);
  return file;
}

JsonObject JsonFile::root() {
  const json::Object *object = value.getAsObject();
  if (!object)
    problem = name + ": expected an object";
  return JsonObject(*this, object, "");
}

Error JsonFile::takeError() {
  if (problem.empty())
    return Error::success();
  return createStringError(std::errc::invalid_argument, "%s", problem.c_str());
}

void JsonObject::fail(StringRef key, const Twine &expected) {
  if (file->problem.empty())
    file->problem =
        (Twine(file->name) + ": key '" + path + key + "': " + expected).str();
}

const json::Value *JsonObject::get(StringRef key, StringRef expected) {
  asked.push_back(key.str());
  if (!object)
    return nullptr;
  const json::Value *value = object->get(key);
  if (!value)
    fail(key, "is missing; expected " + expected);
  return value;
}

JsonObject JsonObject::child(StringRef key) {
  const json::Object *inner = nullptr;
  if (const json::Value *value = get(key, "an object")) {
    inner = value->getAsObject();
    if (!inner)
      fail(key, "expected an object");
  }
  return JsonObject(*file, inner, path + key.str() + ".");
}

std::string JsonObject::text(StringRef key) {
  const json::Value *value = get(key, "a string");
  if (!value)
    return "";
  std::optional<StringRef> string = value->getAsString();
  if (!string || string->empty()) {
    fail(key, "expected a string that is not empty");
    return "";
  }
  return string->str();
}

int64_t JsonObject::number(StringRef key, int64_t least) {
  std::string expected = "a whole number >= " + std::to_string(least);
  const json::Value *value = get(key, expected);
  if (!value)
    return 0;
  std::optional<int64_t> number = value->getAsInteger();
  if (!number || *number < least) {
    fail(key, "expected " + expected);
    return 0;
  }
  return *number;
}

Provenance JsonObject::provenance(StringRef key) {
  std::string name = text(key);
  for (Provenance p : {Provenance::Measured, Provenance::Sparse,
                       Provenance::Documented, Provenance::Assumed})
    if (name == toString(p)) {
      file->weakestSoFar = std::max(file->weakestSoFar, p);
      return p;
    }
  fail(key, "expected measured, sparse, documented or assumed");
  return Provenance::Assumed;
}

int64_t JsonObject::quantity(StringRef key, StringRef unit, int64_t least) {
  JsonObject entry = child(key);
  int64_t value = entry.number("value", least);
  std::string found = entry.text("unit");
  if (found != unit)
    entry.fail("unit", "expected '" + unit + "', found '" + found + "'");
  entry.text("source");
  entry.provenance("provenance");
  entry.finish();
  return value;
}

std::vector<JsonObject> JsonObject::children(StringRef key) {
  std::vector<JsonObject> result;
  const json::Value *value = get(key, "an array of objects");
  if (!value)
    return result;
  const json::Array *array = value->getAsArray();
  if (!array || array->empty()) {
    fail(key, "expected an array of objects that is not empty");
    return result;
  }
  for (auto [position, element] : llvm::enumerate(*array)) {
    std::string name = (key + "[" + Twine(position) + "]").str();
    if (!element.getAsObject())
      fail(name, "expected an object");
    result.emplace_back(*file, element.getAsObject(), path + name + ".");
  }
  return result;
}

bool JsonObject::has(StringRef key) const { return object && object->get(key); }

std::vector<std::string> JsonObject::keys() {
  std::vector<std::string> result;
  if (object)
    for (const auto &entry : *object)
      result.push_back(StringRef(entry.first).str());
  llvm::sort(result);
  asked.insert(asked.end(), result.begin(), result.end());
  return result;
}

void JsonObject::finish() {
  if (!object)
    return;
  std::vector<std::string> unknown;
  for (const auto &entry : *object)
    if (!is_contained(asked, StringRef(entry.first).str()))
      unknown.push_back(StringRef(entry.first).str());
  llvm::sort(unknown);
  if (!unknown.empty())
    fail(unknown.front(), "is unknown; expected only " + join(asked, ", "));
}
