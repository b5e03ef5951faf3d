//===- Contractions.cpp - Random chains of contractions -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"
#include "Generator.h"
#include <algorithm>
#include <vector>

using namespace talos::fuzz;

namespace {

/// Without extents: a scalar, which is local.
struct Tensor {
  std::string name;
  std::vector<int64_t> extents;
  bool isLocal = false;
};

/// A loop of the nest that is being written.
struct Loop {
  std::string name;
  int64_t extent = 1;
  bool sums = false; ///< the result does not depend on it
};

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}
  std::string run(const std::string &name);

private:
  bool chance(unsigned percent) { return below(random, 100) < percent; }
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t(below(random, uint64_t(high - low + 1)));
  }
  size_t anyOf(size_t count) { return below(random, count); }

  void nest();
  void products();
  void recurrence();
  void steps();
  void part();
  void mirror(const Tensor &tensor);
  std::vector<Loop> loopsOf(const Tensor *used);
  std::string operand(const std::vector<Loop> &loops);
  std::string useOf(const Tensor &tensor, const std::vector<Loop> &loops);
  std::string term(const std::vector<Loop> &loops);
  std::string newTensor(const std::vector<Loop> &loops);
  std::string condition(const std::vector<Loop> &loops);
  void write(const std::vector<Loop> &loops, const std::string &statement);
  void writeWithin(const std::vector<Loop> &loops, const std::string &within,
                   const std::string &statement);
  void makeLocal(const std::vector<Loop> &loops, const std::string &element);

  Random random;
  std::string type;
  int64_t longest = 8; ///< loop, of most programs
  std::vector<Tensor> tensors;
  std::string body;
};

} // namespace

/// Loops of the nest; those of `used`, if there is one, and up to two others.
std::vector<Loop> Generator::loopsOf(const Tensor *used) {
  static const char *const names[] = {"i", "j", "k", "l"};
  std::vector<Loop> loops;
  auto add = [&](int64_t extent) {
    loops.push_back({names[loops.size()], extent, false});
  };
  if (used)
    for (int64_t extent : used->extents)
      add(extent);
  size_t count = std::max<size_t>(loops.size() + between(0, 1), between(1, 3));
  while (loops.size() < std::min<size_t>(count, 4))
    add(between(1, longest));
  // One loop at least is the result's.
  size_t own = anyOf(loops.size());
  for (size_t l = 0; l < loops.size(); ++l)
    loops[l].sums = l != own && chance(40);
  return loops;
}

/// `name[i][j]`, where each dimension has a loop of its extent, or a constant,
/// or the loop of another one that is no longer; empty: none has.
std::string Generator::useOf(const Tensor &tensor,
                             const std::vector<Loop> &loops) {
  std::string text = tensor.name;
  std::vector<bool> taken(loops.size());
  for (int64_t extent : tensor.extents) {
    size_t l = 0;
    if (chance(8)) {
      text += "[" + std::to_string(between(0, extent - 1)) + "]";
      continue;
    }
    size_t again = anyOf(loops.size());
    if (taken[again] && loops[again].extent <= extent && chance(20)) {
      text += "[" + loops[again].name + "]";
      continue;
    }
    while (l < loops.size() && (taken[l] || loops[l].extent != extent))
      ++l;
    if (l == loops.size())
      return "";
    taken[l] = true;
    text += "[" + loops[l].name + "]";
  }
  return text;
}

/// A new array over these loops, in any order.
std::string Generator::newTensor(const std::vector<Loop> &loops) {
  std::vector<Loop> order = loops;
  for (size_t last = order.size(); last > 1; --last)
    std::swap(order[last - 1], order[anyOf(last)]);
  Tensor tensor{"T" + std::to_string(tensors.size()), {}, false};
  std::string text = tensor.name;
  for (const Loop &loop : order) {
    tensor.extents.push_back(loop.extent);
    text += "[" + loop.name + "]";
  }
  tensors.push_back(tensor);
  return text;
}

/// What an earlier nest computed, an input, or a new input.
std::string Generator::operand(const std::vector<Loop> &loops) {
  if (!tensors.empty() && chance(60))
    if (std::string use = useOf(tensors[anyOf(tensors.size())], loops);
        !use.empty())
      return use;
  std::vector<Loop> own;
  for (const Loop &loop : loops)
    if (own.size() < 3 && chance(70))
      own.push_back(loop);
  if (own.empty())
    own.push_back(loops[anyOf(loops.size())]);
  return newTensor(own);
}

std::string Generator::term(const std::vector<Loop> &loops) {
  std::string text = operand(loops);
  if (chance(70))
    text += " * " + operand(loops);
  if (chance(25))
    text = "3 * " + text;
  return text;
}

/// Of two loops, which bounds a triangle or another part of their box.
std::string Generator::condition(const std::vector<Loop> &loops) {
  static const char *const relations[] = {" <= ", " < ", " >= ", " > "};
  if (loops.size() < 2 || !chance(30))
    return "";
  size_t first = anyOf(loops.size()), second = anyOf(loops.size() - 1);
  second += second >= first;
  return (chance(20) ? "if (2 * " : "if (") + loops[first].name +
         relations[anyOf(4)] + loops[second].name + ") ";
}

void Generator::write(const std::vector<Loop> &loops,
                      const std::string &statement) {
  writeWithin(loops, condition(loops), statement);
}

/// The newest array; its elements are 0 first, as it is no argument.
void Generator::makeLocal(const std::vector<Loop> &loops,
                          const std::string &element) {
  Tensor &tensor = tensors.back();
  tensor.isLocal = true;
  body += "  " + type + " " + tensor.name;
  for (int64_t extent : tensor.extents)
    body += "[" + std::to_string(extent) + "]";
  body += ";\n";
  writeWithin(loops, "", element + " = 0;");
}

void Generator::writeWithin(const std::vector<Loop> &loops,
                            const std::string &within,
                            const std::string &statement) {
  std::string indent = "  ";
  for (const Loop &loop : loops) {
    body += indent + "for (int " + loop.name + " = 0; " + loop.name + " < " +
            std::to_string(loop.extent) + "; " + loop.name + "++)\n";
    indent += "  ";
  }
  body += indent + within + statement + "\n";
}

void Generator::nest() {
  const Tensor *used = nullptr;
  if (!tensors.empty() && chance(75))
    used = &tensors[anyOf(tensors.size())];
  std::vector<Loop> loops = loopsOf(used), own;
  std::copy_if(loops.begin(), loops.end(), std::back_inserter(own),
               [](const Loop &loop) { return !loop.sums; });
  if (own.size() > 3)
    own.resize(3);
  for (Loop &loop : loops)
    loop.sums = std::none_of(own.begin(), own.end(), [&](const Loop &other) {
      return other.name == loop.name;
    });
  std::string sum = term(loops);
  std::string added = chance(20) ? term(loops) : "";
  if (chance(8)) { // a sum of all
    Tensor scalar{"T" + std::to_string(tensors.size()), {}, true};
    body += "  " + type + " " + scalar.name + " = 0;\n";
    write(loops, scalar.name + " += " + sum + ";");
    tensors.push_back(scalar);
    return;
  }
  std::string element = newTensor(own);
  if (chance(25))
    makeLocal(own, element);
  if (own.size() == loops.size() && chance(70)) {
    std::string op = chance(50) ? " + " : " - ";
    write(own, element + " = " + sum + (added.empty() ? "" : op + added) + ";");
    return;
  }
  if (chance(70))
    write(own, element + (chance(70) ? " = 0;" : " *= 2;"));
  write(loops, element + " += " + sum + ";");
  if (!added.empty())
    write(loops, element + " += " + added + ";");
}

/// A chain of products, all of one kind, which may run in turn on the same
/// operators.
void Generator::products() {
  auto matrix = [&](int64_t rows, int64_t columns) {
    tensors.push_back(
        {"T" + std::to_string(tensors.size()), {rows, columns}, false});
    return tensors.back().name;
  };
  int64_t rows = between(1, 40), terms = between(1, 40);
  std::string left = matrix(rows, terms);
  for (int64_t count = between(2, 4); count > 0; --count) {
    int64_t columns = between(1, 40);
    std::vector<Loop> own = {{"i", rows, false}, {"j", columns, false}},
                      loops = own;
    loops.push_back({"k", terms, true});
    std::string right = matrix(terms, columns), result = matrix(rows, columns),
                element = result + "[i][j]";
    writeWithin(own, "", element + " = 0;");
    writeWithin(loops, "",
                element + " += " + left + "[i][k] * " + right + "[k][j];");
    left = result;
    terms = columns;
  }
}

/// A triangle of a square array is stored in the other one.
void Generator::mirror(const Tensor &tensor) {
  std::string extent = std::to_string(tensor.extents[0]);
  body += "  for (int i = 0; i < " + extent + "; i++)\n    for (int j = i" +
          (chance(50) ? " + 1" : "") + "; j < " + extent + "; j++)\n      " +
          tensor.name + "[j][i] = " + tensor.name + "[i][j];\n";
}

/// Stores a row, an element, a diagonal or a triangle of an array.
void Generator::part() {
  static const char *const names[] = {"i", "j", "k"};
  const Tensor tensor = tensors[anyOf(tensors.size())];
  if (tensor.extents.empty())
    return;
  if (tensor.extents.size() == 2 && tensor.extents[0] == tensor.extents[1] &&
      chance(40))
    return mirror(tensor);
  std::vector<Loop> loops;
  std::string element = tensor.name;
  for (int64_t extent : tensor.extents) {
    size_t again = loops.empty() ? 0 : anyOf(loops.size());
    if (chance(40)) {
      element += "[" + std::to_string(between(0, extent - 1)) + "]";
    } else if (!loops.empty() && loops[again].extent <= extent && chance(60)) {
      element += "[" + loops[again].name + "]";
    } else {
      loops.push_back({names[loops.size()], extent, false});
      element += "[" + loops.back().name + "]";
    }
  }
  bool isConstant = loops.empty() || chance(50);
  std::string value = isConstant ? std::to_string(between(0, 9)) : term(loops);
  write(loops, element + (chance(60) ? " = " : " += ") + value + ";");
}

/// Sums along the rows of an array, which fit no stream.
void Generator::recurrence() {
  static const char *const names[] = {"i", "j", "k"};
  const Tensor tensor = tensors[anyOf(tensors.size())];
  if (tensor.extents.empty())
    return;
  std::vector<Loop> loops;
  std::string element = tensor.name;
  for (int64_t extent : tensor.extents) {
    if (loops.size() + 1 < tensor.extents.size())
      element += std::string("[") + names[loops.size()] + "]";
    loops.push_back({names[loops.size()], extent, false});
  }
  std::string row = loops.back().name;
  write(loops, "if (" + row + " >= 1) " + element + "[" + row +
                   "] += " + element + "[" + row + " - 1];");
}

/// Steps in which two arrays follow from each other, which is one task of two
/// results.
void Generator::steps() {
  static const char *const names[] = {"i", "j", "k"};
  const Tensor first = tensors[anyOf(tensors.size())],
               second = tensors[anyOf(tensors.size())];
  if (first.extents.empty() || second.extents.empty() ||
      first.name == second.name)
    return;
  body +=
      "  for (int t = 0; t < " + std::to_string(between(1, 3)) + "; t++) {\n";
  for (const auto &[own, other] :
       {std::pair(first, second), std::pair(second, first)}) {
    std::vector<Loop> loops;
    std::string element = own.name, from = other.name;
    for (int64_t extent : own.extents) {
      loops.push_back({names[loops.size()], extent, false});
      element += std::string("[") + loops.back().name + "]";
    }
    for (size_t dim = 0; dim < other.extents.size(); ++dim)
      from +=
          dim < loops.size() && loops[dim].extent <= other.extents[dim]
              ? std::string("[") + loops[dim].name + "]"
              : "[" + std::to_string(between(0, other.extents[dim] - 1)) + "]";
    write(loops, element + (chance(60) ? " += " : " -= ") + from + ";");
  }
  body += "  }\n";
}

std::string Generator::run(const std::string &name) {
  static const char *const types[] = {"float", "double", "unsigned", "short"};
  type = types[anyOf(4)];
  if (chance(10))
    longest = 37;
  int64_t nests = between(1, 4);
  if (chance(10)) {
    products();
    nests = between(0, 1);
  }
  for (; nests > 0; --nests)
    if (!tensors.empty() && chance(15))
      recurrence();
    else if (tensors.size() > 1 && chance(12))
      steps();
    else if (!tensors.empty() && chance(15))
      part();
    else
      nest();
  std::string parameters, pointers, arguments;
  for (const Tensor &tensor : tensors) {
    if (tensor.isLocal)
      continue;
    std::string comma = parameters.empty() ? "" : ", ";
    parameters += comma + type + " " + tensor.name;
    pointers += comma + "void *" + tensor.name;
    arguments += comma + tensor.name;
    for (int64_t extent : tensor.extents)
      parameters += "[" + std::to_string(extent) + "]";
  }
  return "void " + name + "(" + parameters + ")\n{\n" + body + "}\n\nvoid " +
         name + "_reference(" + pointers + ") {\n  " + name + "(" + arguments +
         ");\n}\n";
}

std::string talos::fuzz::generateContractions(const std::string &name,
                                              uint64_t seed) {
  return Generator(seed).run(name);
}
