//===- JsonPlaces.cpp - Where the values of a JSON text stand -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/JsonPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace talos;
using llvm::StringRef;

LineAndColumn talos::lineAndColumn(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  return {unsigned(before.count('\n')) + 1, unsigned(offset - lineStart) + 1};
}

const JsonPlaces::Member *JsonPlaces::Value::find(StringRef key) const {
  auto found =
      llvm::find_if(members, [&](const Member &m) { return m.key == key; });
  return found == members.end() ? nullptr : &*found;
}

JsonPlaces::JsonPlaces(StringRef text) : text(text) { scan(); }

void JsonPlaces::skipBlanks() {
  position = std::min(text.find_first_not_of(" \t\r\n", position), text.size());
}

/// The string that begins here, with its quotes.
StringRef JsonPlaces::scanString() {
  size_t begin = position++;
  while (position < text.size() && text[position] != '"')
    position += text[position] == '\\' ? 2 : 1;
  ++position;
  return text.slice(begin, position);
}

void JsonPlaces::scanMembers(unsigned value) {
  llvm::StringSet<> keys;
  ++position;
  for (skipBlanks(); position < text.size() && text[position] != '}';
       skipBlanks()) {
    Member member;
    member.offset = position;
    if (llvm::Expected<llvm::json::Value> key = llvm::json::parse(scanString()))
      member.key = key->getAsString().value_or("").str();
    else
      llvm::consumeError(key.takeError());
    skipBlanks();
    ++position; // the colon
    member.value = scan();
    if (!keys.insert(member.key).second && !second)
      second = member;
    values[value].members.push_back(std::move(member));
    skipBlanks();
    position += position < text.size() && text[position] == ',';
  }
  ++position;
}

void JsonPlaces::scanElements(unsigned value) {
  ++position;
  for (skipBlanks(); position < text.size() && text[position] != ']';
       skipBlanks()) {
    unsigned element = scan();
    values[value].elements.push_back(element);
    skipBlanks();
    position += position < text.size() && text[position] == ',';
  }
  ++position;
}

unsigned JsonPlaces::scan() {
  skipBlanks();
  unsigned value = values.size();
  values.emplace_back().offset = position;
  char first = position < text.size() ? text[position] : '\0';
  if (first == '{')
    scanMembers(value);
  else if (first == '[')
    scanElements(value);
  else if (first == '"')
    scanString();
  else
    position =
        std::min(text.find_first_of(",]} \t\r\n", position), text.size());
  return value;
}
