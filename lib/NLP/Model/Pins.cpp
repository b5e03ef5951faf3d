//===- Pins.cpp - Variables that the user fixes or bounds -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Pins.h"
#include "talos/NLP/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace talos;
using namespace talos::nlp;

static llvm::Error fault(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

std::string Pin::text() const {
  static constexpr const char *signs[] = {"=", "<=", ">="};
  return name + signs[relation] + value;
}

/// One part of the list; nullopt if it has no relation.
static std::optional<Pin> parsePart(StringRef part) {
  size_t at = part.find('=');
  if (at == StringRef::npos)
    return std::nullopt;
  Pin pin;
  pin.value = part.drop_front(at + 1).trim().str();
  StringRef name = part.take_front(at);
  if (name.consume_back("<"))
    pin.relation = Pin::AtMost;
  else if (name.consume_back(">"))
    pin.relation = Pin::AtLeast;
  pin.name = name.trim().str();
  return pin;
}

llvm::Expected<std::vector<Pin>> nlp::parsePins(StringRef text) {
  std::vector<Pin> pins;
  SmallVector<StringRef> parts;
  if (!text.trim().empty())
    text.split(parts, ',');
  for (StringRef part : parts) {
    if (std::optional<Pin> pin = parsePart(part)) {
      pins.push_back(*pin);
      continue;
    }
    if (pins.empty() || part.trim().empty())
      return fault("pin '" + part.trim() +
                   "': expected name=value, name<=value or name>=value");
    pins.back().value += "," + part.trim().str();
  }
  for (const Pin &pin : pins)
    if (pin.name.empty() || pin.value.empty())
      return fault("pin '" + pin.text() +
                   "': expected name=value, name<=value or name>=value");
  return pins;
}

/// A number, a word, or a list of words; empty if it is none of these.
static std::string valueText(const llvm::json::Value &value) {
  if (auto number = value.getAsInteger())
    return std::to_string(*number);
  if (auto word = value.getAsString())
    return word->str();
  std::string text;
  const llvm::json::Array *list = value.getAsArray();
  for (size_t i = 0; list && i < list->size(); ++i) {
    auto word = (*list)[i].getAsString();
    if (!word || word->empty())
      return "";
    text += (i ? "," : "") + word->str();
  }
  return text;
}

std::string nlp::toText(ArrayRef<Pin> pins) {
  std::string text;
  for (const Pin &pin : pins)
    text += (text.empty() ? "" : ",") + pin.text();
  return text;
}

std::vector<Pin> nlp::takePins(std::vector<Pin> &pins, StringRef suffix) {
  std::vector<Pin> taken, others;
  for (Pin &pin : pins) {
    StringRef name = pin.name;
    bool isTaken = name.consume_back(suffix);
    pin.name = name.str();
    (isTaken ? taken : others).push_back(std::move(pin));
  }
  pins = std::move(others);
  return taken;
}

llvm::Expected<std::vector<Pin>> nlp::parsePinsJSON(StringRef text,
                                                    StringRef file) {
  llvm::Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (!root)
    return fault(file + ": " + llvm::toString(root.takeError()));
  const llvm::json::Object *object = root->getAsObject();
  if (!object)
    return fault(file + ": expected an object that maps names to values");
  std::map<std::string, const llvm::json::Value *> sorted;
  for (const auto &[name, value] : *object)
    sorted[name.str()] = &value;
  std::vector<Pin> pins;
  auto add = [&](const std::string &name, Pin::Relation relation,
                 const llvm::json::Value &value) {
    pins.push_back({name, relation, valueText(value)});
    return !name.empty() && !pins.back().value.empty();
  };
  for (const auto &[name, value] : sorted) {
    bool good = true;
    if (const llvm::json::Object *bounds = value->getAsObject()) {
      good = !bounds->empty();
      for (const auto &[key, bound] : *bounds)
        good &= (key == "min" && add(name, Pin::AtLeast, bound)) ||
                (key == "max" && add(name, Pin::AtMost, bound));
    } else {
      good = add(name, Pin::Equal, *value);
    }
    if (!good)
      return fault(file + ": '" + name +
                   "': expected a number, a word, a list of words, or an "
                   "object with min, max or both");
  }
  return pins;
}

std::vector<PinTarget> nlp::variableTargets(Model &model) {
  std::vector<PinTarget> targets(model.variables().size());
  for (NodeId id = 0; id < model.nodes().size(); ++id)
    if (model.nodes()[id].op == Op::Variable)
      targets[model.nodes()[id].value].expr = Expr(&model, id);
  for (auto [id, target] : llvm::enumerate(targets))
    target.name = model.fullName(id);
  return targets;
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

namespace {
/// What all pins of one target leave.
struct Bounds {
  const PinTarget *target = nullptr;
  int64_t lo = INT64_MIN, hi = INT64_MAX;
  const Pin *low = nullptr, *high = nullptr; ///< which pins said so
};
} // namespace

static llvm::Expected<int64_t> valueOf(const Pin &pin,
                                       const PinTarget &target) {
  int64_t value = 0;
  for (const auto &[word, number] : target.words)
    if (pin.value == word)
      return number;
  if (target.numbers && !StringRef(pin.value).getAsInteger(10, value))
    return value;
  std::string known;
  for (const auto &[word, number] : ArrayRef(target.words).take_front(20))
    known += (known.empty() ? "" : "; ") + word;
  return fault("pin '" + pin.text() + "': '" + pin.value + "' is no value of " +
               target.name + ", which is " +
               (known.empty() ? "an integer" : "one of: " + known) +
               (target.words.size() > 20 ? "; ..." : ""));
}

static llvm::Error addPin(const Pin &pin, Bounds &bounds) {
  llvm::Expected<int64_t> value = valueOf(pin, *bounds.target);
  if (!value)
    return value.takeError();
  if (pin.relation != Pin::Equal && !bounds.target->numbers)
    return fault("pin '" + pin.text() + "': the values of " + pin.name +
                 " have no order; use '='");
  if (pin.relation != Pin::AtMost && *value > bounds.lo) {
    bounds.lo = *value;
    bounds.low = &pin;
  }
  if (pin.relation != Pin::AtLeast && *value < bounds.hi) {
    bounds.hi = *value;
    bounds.high = &pin;
  }
  if (bounds.lo > bounds.hi)
    return fault("pins '" + bounds.low->text() + "' and '" +
                 bounds.high->text() + "' contradict each other");
  return llvm::Error::success();
}

/// "1, 2, 4, 8", cut off where it is long.
static std::string listOf(ArrayRef<int64_t> values) {
  std::string text;
  for (int64_t value : values.take_front(20))
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return values.size() > 20 ? text + ", ..." : text;
}

static llvm::Error restrict(Model &model, VarId id, const Bounds &bounds) {
  const Variable &variable = model.variables()[id];
  std::vector<int64_t> left;
  for (int64_t value : variable.domain)
    if (bounds.lo <= value && value <= bounds.hi)
      left.push_back(value);
  if (!left.empty()) {
    model.restrictDomain(id, left);
    return llvm::Error::success();
  }
  const Pin *first = bounds.low ? bounds.low : bounds.high;
  const Pin *second = bounds.high;
  std::string which = "pin '" + first->text() + "'";
  if (second && second != first)
    which += " with '" + second->text() + "'";
  return fault(which + ": " + bounds.target->name + " takes none of these " +
               "values, only " + listOf(variable.domain));
}

static void constrain(Model &model, const Bounds &bounds) {
  Expr expr = bounds.target->expr;
  if (bounds.low && bounds.low == bounds.high) {
    model.addConstraint("pin " + bounds.low->text(), eq(expr, bounds.lo));
    return;
  }
  if (bounds.low)
    model.addConstraint("pin " + bounds.low->text(), le(bounds.lo, expr));
  if (bounds.high)
    model.addConstraint("pin " + bounds.high->text(), le(expr, bounds.hi));
}

llvm::Error nlp::applyPins(Model &model, ArrayRef<Pin> pins,
                           ArrayRef<PinTarget> targets) {
  std::map<StringRef, const PinTarget *> byName;
  for (const PinTarget &target : targets)
    byName[target.name] = &target;
  std::map<StringRef, Bounds> bounds;
  for (const Pin &pin : pins) {
    auto found = byName.find(pin.name);
    if (found == byName.end()) {
      std::vector<std::string> names;
      for (const PinTarget &target : targets)
        names.push_back(target.name);
      std::string near = suggest(pin.name, names);
      return fault("pin '" + pin.text() + "': the model has no variable '" +
                   pin.name + "'" +
                   (near.empty()
                        ? "; it has, for instance, " +
                              llvm::join(ArrayRef(names).take_front(8), ", ")
                        : near));
    }
    Bounds &of = bounds[pin.name];
    of.target = found->second;
    if (llvm::Error error = addPin(pin, of))
      return error;
  }
  for (const auto &[name, of] : bounds) {
    const Node &node = model.nodes()[of.target->expr.node()];
    if (node.op != Op::Variable)
      constrain(model, of);
    else if (llvm::Error error = restrict(model, node.value, of))
      return error;
  }
  return llvm::Error::success();
}

std::vector<Pin>
nlp::conflictingPins(ArrayRef<Pin> pins,
                     function_ref<bool(ArrayRef<Pin>)> infeasible) {
  if (infeasible({}))
    return {};
  std::vector<Pin> needed(pins);
  for (size_t i = 0; i < needed.size();) {
    std::vector<Pin> without = needed;
    without.erase(without.begin() + i);
    if (infeasible(without))
      needed = std::move(without);
    else
      ++i;
  }
  return needed;
}
