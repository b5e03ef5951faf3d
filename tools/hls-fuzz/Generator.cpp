//===- Generator.cpp - Random affine C programs ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace talos::fuzz;

namespace {

/// An expression in the loops, and what its value may be.
struct Affine {
  std::string text;
  int64_t least = 0, greatest = 0;
  int64_t shift = 0; ///< to be added to the text, part of the value

  std::string str(int64_t more = 0) const {
    int64_t sum = shift + more;
    if (text.empty())
      return std::to_string(sum);
    if (sum == 0)
      return text;
    return text + (sum < 0 ? " - " : " + ") + std::to_string(std::abs(sum));
  }
};

struct Array {
  std::string name;
  unsigned rank = 0;
  bool isLocal = false;
  std::vector<int64_t> least, greatest; ///< of the subscripts, by dimension
};

/// `array[subscripts]`; the text has a marker for it until extents are known.
struct Reference {
  unsigned array = 0;
  std::vector<Affine> subscripts;
};

class Generator {
public:
  Generator(uint64_t seed, bool partly) : random(seed), partly(partly) {}
  std::string run(const std::string &name);

private:
  bool chance(unsigned percent) { return below(random, 100) < percent; }
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t(below(random, uint64_t(high - low + 1)));
  }

  void declareArrays();
  void block(unsigned depth);
  void loop(unsigned depth);
  void condition(unsigned depth);
  void dataCondition(unsigned depth);
  std::string dataComparison();
  void statement(bool toArgument = false);
  void temporary();
  Affine bound(bool upper);
  Affine subscript();
  std::string comparison(bool alone);
  std::string reference(unsigned array);
  std::string anyReference();
  std::string value(unsigned depth);
  std::string weighted(const std::string &text);
  std::string textOf(const Reference &reference) const;
  std::string withReferences(const std::string &text) const;
  void line(const std::string &text) {
    body += std::string(2 * indent, ' ') + text + "\n";
  }

  Random random;
  bool partly; ///< not all is affine
  std::string type;
  bool isFloating = false;
  std::vector<Array> arrays;
  std::vector<Affine> loops; ///< iterators in scope, outermost first
  std::vector<std::string> scalars;
  std::vector<Reference> references;
  std::string body;
  unsigned indent = 1, statements = 0, names = 0;
  int64_t work = 1; ///< iterations of the loops in scope, at most
};

/// Iterations of a nest, at most: C simulation is to take no time.
constexpr int64_t maxWork = 3000;
constexpr unsigned maxDepth = 4, maxStatements = 6;
/// So many arrays, the first ones, are always parameters.
constexpr size_t parameterArrays = 2;

} // namespace

void Generator::declareArrays() {
  static const char *const types[] = {"float", "double", "unsigned", "short",
                                      "unsigned char"};
  static const char *const arrayNames[] = {"A", "B", "new", "load_A", "x"};
  type = types[below(random, 5)];
  isFloating = type == "float" || type == "double";
  unsigned count = between(1, 4);
  for (unsigned i = 0; i < count; ++i) {
    Array array;
    array.name = arrayNames[i];
    array.rank = between(1, 3);
    array.isLocal = i >= parameterArrays && chance(30);
    array.least.assign(array.rank, INT64_MAX);
    array.greatest.assign(array.rank, INT64_MIN);
    arrays.push_back(array);
  }
}

/// A bound of a new loop: a constant, or an outer iterator and a constant.
Affine Generator::bound(bool upper) {
  if (upper && partly && chance(10))
    return {"(" + dataComparison() + " ? 4 : 2)", 2, 4};
  static const int64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 11, 16};
  if (loops.empty() || chance(55)) {
    int64_t constant = upper ? sizes[below(random, 9)] : between(0, 2);
    return {"", constant, constant, constant};
  }
  const Affine &outer = loops[below(random, loops.size())];
  int64_t shift = between(upper ? 0 : -1, 2);
  if (upper && chance(20)) {
    int64_t from = outer.greatest + shift;
    return {std::to_string(from) + " - " + outer.text, from - outer.greatest,
            from - outer.least};
  }
  return {outer.text, outer.least + shift, outer.greatest + shift, shift};
}

void Generator::loop(unsigned depth) {
  Affine lower = bound(false), upper = bound(true);
  int64_t most = upper.greatest - lower.least;
  if (most * work > maxWork)
    return statement();
  std::string name = "i" + std::to_string(names++);
  bool constant = lower.least == lower.greatest &&
                  upper.least == upper.greatest && most > 0;
  std::string head = "int " + name + " = ";
  if (constant && chance(15))
    head += upper.str(-1) + "; " + name + " >= " + lower.str() + "; --" + name;
  else if (constant && chance(15))
    head += lower.str() + "; " + name + " < " + upper.str() + "; " + name +
            " += " + std::to_string(between(2, 3));
  else
    head += lower.str() + "; " + name + (chance(20) ? " <= " : " < ") +
            upper.str() + "; " + name + "++";
  line("for (" + head + ") {");
  int64_t outside = work;
  work *= std::max<int64_t>(most + 1, 1);
  loops.push_back({name, std::min(lower.least, upper.greatest),
                   std::max(lower.least, upper.greatest)});
  size_t scope = scalars.size();
  ++indent;
  block(depth + 1);
  --indent;
  scalars.resize(scope);
  loops.pop_back();
  work = outside;
  line("}");
}

std::string Generator::comparison(bool alone) {
  static const char *const signs[] = {" < ",  " <= ", " > ",
                                      " >= ", " == ", " != "};
  const Affine &left = loops[below(random, loops.size())];
  const Affine &right = loops[below(random, loops.size())];
  // "!=" splits a domain in two: the front-end takes it alone.
  const char *sign = signs[below(random, alone && chance(10) ? 6 : 5)];
  if (left.text == right.text || chance(50))
    return left.text + sign +
           std::to_string(between(left.least, left.greatest));
  return left.text + sign + right.str(between(-1, 1));
}

void Generator::condition(unsigned depth) {
  bool alone = chance(70);
  std::string text = comparison(alone);
  if (!alone)
    text += " && " + comparison(alone);
  line("if (" + text + ") {");
  size_t scope = scalars.size();
  ++indent;
  block(depth);
  --indent;
  scalars.resize(scope);
  if (chance(30)) {
    line("} else {");
    ++indent;
    statement();
    --indent;
  }
  line("}");
}

std::string Generator::dataComparison() {
  std::string left = anyReference();
  return left + (chance(50) ? " > " : " <= ") + anyReference();
}

/// A condition on values of arrays.
void Generator::dataCondition(unsigned depth) {
  line("if (" + value(1) + (chance(50) ? " > " : " <= ") + value(0) + ") {");
  ++indent;
  if (partly && depth < maxDepth && chance(50))
    loop(depth);
  else
    statement();
  --indent;
  if (chance(40)) {
    line("} else {");
    ++indent;
    statement();
    --indent;
  }
  line("}");
}

void Generator::block(unsigned depth) {
  unsigned items = between(1, depth == 0 ? 3 : 2);
  for (unsigned i = 0; i < items; ++i) {
    if (statements >= maxStatements && i > 0)
      return;
    bool deep = depth < maxDepth && statements < maxStatements;
    if (deep && (depth == 0 || chance(45)))
      loop(depth);
    else if (!loops.empty() && deep && chance(20))
      condition(depth);
    else if (chance(10))
      dataCondition(depth);
    else if (chance(12))
      temporary();
    else
      statement();
  }
}

Affine Generator::subscript() {
  if (partly && chance(6)) {
    int64_t shift = between(0, 2);
    return {"(" + dataComparison() + " ? 1 : 0)", shift, shift + 1, shift};
  }
  if (loops.empty() || chance(10)) {
    int64_t constant = between(0, 3);
    return {"", constant, constant, constant};
  }
  const Affine &loop = loops[below(random, loops.size())];
  if (chance(8) && loops.size() > 1) {
    const Affine &other = loops[below(random, loops.size())];
    return {loop.text + " + " + other.text, loop.least + other.least,
            loop.greatest + other.greatest};
  }
  if (chance(6)) {
    int64_t from = loop.greatest;
    return {std::to_string(from) + " - " + loop.text, 0, from - loop.least};
  }
  if (chance(4))
    return {"2 * " + loop.text, 2 * loop.least, 2 * loop.greatest};
  int64_t shift = chance(35) ? between(-2, 2) : 0;
  return {loop.text, loop.least + shift, loop.greatest + shift, shift};
}

std::string Generator::reference(unsigned number) {
  Array &array = arrays[number];
  Reference result;
  result.array = number;
  for (unsigned d = 0; d < array.rank; ++d) {
    result.subscripts.push_back(subscript());
    const Affine &last = result.subscripts.back();
    array.least[d] = std::min(array.least[d], last.least);
    array.greatest[d] = std::max(array.greatest[d], last.greatest);
  }
  references.push_back(result);
  return "@" + std::to_string(references.size() - 1) + "@";
}

std::string Generator::anyReference() {
  return reference(below(random, arrays.size()));
}

/// Floating-point values stay small: what overflows would compare nothing.
std::string Generator::weighted(const std::string &text) {
  if (!isFloating)
    return text;
  std::string weight = chance(50) ? "0.5" : "0.25";
  return weight + (type == "float" ? "f * " : " * ") + text;
}

std::string Generator::value(unsigned depth) {
  unsigned kind = below(random, 10);
  if (depth == 0 || kind < 3) {
    if (!scalars.empty() && chance(40))
      return scalars[below(random, scalars.size())];
    if (chance(12))
      return isFloating ? (type == "float" ? "1.5f" : "1.5")
                        : std::to_string(between(0, 9));
    return anyReference();
  }
  if (kind == 3) {
    std::string a = anyReference(), b = anyReference();
    return "(" + a + (chance(50) ? " > " : " < ") + b + " ? " + a + " : " + b +
           ")";
  }
  // Signed products of 16 bits fit an int; sums of a few do as well.
  std::string left = weighted(value(depth - 1));
  if (kind < 8)
    return "(" + left + (chance(70) ? " + " : " - ") +
           weighted(value(depth - 1)) + ")";
  return type == "short" ? "(" + left + " - 3)"
                         : "(" + left + " * " + anyReference() + ")";
}

void Generator::temporary() {
  std::string name = "t" + std::to_string(names++);
  line(type + " " + name + " = " + value(1) + ";");
  scalars.push_back(name);
}

/// `toArgument`: what it stores can be seen from outside.
void Generator::statement(bool toArgument) {
  ++statements;
  size_t array = below(random, arrays.size());
  if (toArgument)
    array %= std::min(parameterArrays, arrays.size());
  std::string left = reference(array);
  static const char *const assignments[] = {" = ", " = ",
                                            " += ", " += ", " -= "};
  line(left + assignments[below(random, 5)] + weighted(value(2)) + ";");
}

std::string Generator::textOf(const Reference &reference) const {
  const Array &array = arrays[reference.array];
  std::string text = array.name;
  for (unsigned d = 0; d < array.rank; ++d)
    text += "[" + reference.subscripts[d].str(-array.least[d]) + "]";
  return text;
}

std::string Generator::withReferences(const std::string &text) const {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '@') {
      result += text[at];
      continue;
    }
    size_t end = text.find('@', at + 1);
    result += withReferences(
        textOf(references[std::stoul(text.substr(at + 1, end - at - 1))]));
    at = end;
  }
  return result;
}

std::string Generator::run(const std::string &name) {
  declareArrays();
  if (chance(50))
    scalars.push_back("alpha");
  block(0);
  // Whatever the bounds turned out to be, something is stored that can be seen.
  line("for (int last = 0; last < 2; last++) {");
  ++indent;
  loops.push_back({"last", 0, 1});
  statement(/*toArgument=*/true);
  loops.pop_back();
  --indent;
  line("}");
  std::string parameters, opaque, call, locals;
  auto add = [](std::string &list, const std::string &text) {
    list += (list.empty() ? "" : ", ") + text;
  };
  if (!scalars.empty()) {
    add(parameters, type + " alpha");
    add(opaque, type + " alpha");
    add(call, "alpha");
  }
  for (const Array &array : arrays) {
    if (array.least[0] > array.greatest[0])
      continue; // never used
    std::string declaration = type + " " + array.name;
    for (unsigned d = 0; d < array.rank; ++d)
      declaration +=
          "[" + std::to_string(array.greatest[d] - array.least[d] + 1) + "]";
    if (array.isLocal) {
      // Defined from the start: C leaves it open otherwise.
      locals += "  " + declaration + ";\n";
      std::string element = array.name, loops;
      for (unsigned d = 0; d < array.rank; ++d) {
        std::string iterator = "z" + std::to_string(d);
        element += "[" + iterator + "]";
        loops += "for (int " + iterator + " = 0; " + iterator + " < " +
                 std::to_string(array.greatest[d] - array.least[d] + 1) + "; " +
                 iterator + "++) ";
      }
      locals += "  " + loops + element + " = 1;\n";
      continue;
    }
    add(parameters, declaration);
    add(opaque, "void *" + array.name);
    add(call, array.name);
  }
  return "void " + name + "(" + parameters + ") {\n" + locals +
         withReferences(body) + "}\n\nvoid " + name + "_reference(" + opaque +
         ") {\n  " + name + "(" + call + ");\n}\n";
}

std::string talos::fuzz::generateProgram(const std::string &name, uint64_t seed,
                                         bool partly) {
  return Generator(seed, partly).run(name);
}
