//===- PublishedDesign.cpp - Published designs, rebuilt from their reports ===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublishedDesign.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::test;

std::vector<std::string> test::split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

std::vector<Row> test::readRows(const std::string &name) {
  std::ifstream file(TALOS_SOURCE_DIR "/unittests/Cost/data/" + name);
  std::string line;
  std::getline(file, line);
  std::vector<std::string> columns = split(line, ',');
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    std::vector<std::string> cells = split(line, ',');
    Row row;
    for (size_t i = 0; i < columns.size(); ++i)
      row[columns[i]] = i < cells.size() ? cells[i] : "";
    rows.push_back(row);
  }
  return rows;
}

int64_t test::integer(const Row &row, const std::string &column) {
  return std::stoll(row.at(column));
}

const target::Target &test::u200() {
  static const target::Target target = [] {
    auto loaded = target::loadTarget("u200", 4000, "2023.2");
    if (!loaded) {
      llvm::errs() << llvm::toString(loaded.takeError()) << "\n";
      std::exit(1);
    }
    return std::move(*loaded);
  }();
  return target;
}

namespace {

/// Recursive descent over `sum := product (+ product)*`.
class Parser {
public:
  Parser(const std::string &text, StatementShape &shape,
         const std::map<std::string, std::vector<int64_t>> &extents,
         const std::map<std::string, unsigned> &numbers)
      : text(text), shape(shape), extents(extents), numbers(numbers) {}

  void statement() {
    unsigned target = reference(name());
    shape.written = target;
    skip();
    bool accumulate = text[at] == '+';
    at += accumulate ? 2 : 1;
    if (accumulate) {
      shape.accumulator = leaf(NodeShape::Reference, target);
      unsigned rest = sum();
      shape.root = operation("fadd", {unsigned(shape.accumulator), rest});
    } else {
      shape.root = sum();
    }
  }

private:
  void skip() {
    while (at < text.size() && text[at] == ' ')
      ++at;
  }
  bool eat(char c) {
    skip();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  std::string name() {
    skip();
    std::string result;
    while (at < text.size() && (std::isalnum(text[at]) || text[at] == '_'))
      result += text[at++];
    return result;
  }
  unsigned leaf(NodeShape::Kind kind, unsigned reference = 0) {
    shape.nodes.push_back({kind, "", {}, reference});
    return shape.nodes.size() - 1;
  }
  unsigned operation(const std::string &op, std::vector<unsigned> operands) {
    shape.nodes.push_back({NodeShape::Operation, op, operands, 0});
    return shape.nodes.size() - 1;
  }
  unsigned reference(const std::string &array) {
    ReferenceShape result;
    result.array = numbers.at(array);
    result.extents = extents.at(array);
    while (eat('[')) {
      std::string index = name();
      for (unsigned l = 0; l < shape.loops.size(); ++l)
        if (shape.loops[l].name == index)
          result.loops.push_back(l);
      eat(']');
    }
    shape.references.push_back(result);
    return shape.references.size() - 1;
  }
  unsigned sum() {
    unsigned left = product();
    while (eat('+'))
      left = operation("fadd", {left, product()});
    return left;
  }
  unsigned product() {
    bool literal = std::isdigit((skip(), text[at]));
    unsigned left = factor();
    while (eat('*')) {
      unsigned right = factor();
      // A literal such as 0.2 is a double: the product is done in double.
      if (literal)
        left =
            operation("fptrunc",
                      {operation("dmul", {left, operation("fpext", {right})})});
      else
        left = operation("fmul", {left, right});
    }
    return left;
  }
  unsigned factor() {
    if (eat('(')) {
      unsigned inner = sum();
      eat(')');
      return inner;
    }
    if (std::isdigit(text[at])) {
      while (at < text.size() && (std::isdigit(text[at]) || text[at] == '.'))
        ++at;
      return leaf(NodeShape::Constant);
    }
    std::string what = name();
    if (at < text.size() && text[at] == '[')
      return leaf(NodeShape::Reference, reference(what));
    return leaf(NodeShape::Scalar);
  }

  const std::string &text;
  size_t at = 0;
  StatementShape &shape;
  const std::map<std::string, std::vector<int64_t>> &extents;
  const std::map<std::string, unsigned> &numbers;
};

} // namespace

StatementShape
test::parseStatement(const std::string &text,
                     const std::vector<LoopShape> &loops,
                     const std::map<std::string, std::vector<int64_t>> &extents,
                     const std::map<std::string, unsigned> &arrayNumbers) {
  StatementShape shape;
  shape.name = text;
  shape.loops = loops;
  Parser(text, shape, extents, arrayNumbers).statement();
  std::set<int> written(shape.references[shape.written].loops.begin(),
                        shape.references[shape.written].loops.end());
  for (unsigned l = 0; l < loops.size(); ++l)
    shape.loops[l].reduction = !written.count(l);
  return shape;
}

namespace {

struct Factors {
  int64_t t[3] = {1, 1, 1};
  bool pipelined = false;
};

PublishedStatement readStatement(const Row &row,
                                 const PublishedDesign &design) {
  PublishedStatement result;
  result.row = row;
  std::map<std::string, Factors> loops;
  std::vector<std::string> names;
  for (std::string entry : split(row.at("order"), ' ')) {
    std::string name = entry.substr(0, 1);
    int level = entry[1] - '0';
    if (!loops.count(name))
      names.push_back(name);
    Factors &loop = loops[name];
    loop.t[level] = std::stoll(entry.substr(3));
    loop.pipelined |= entry.find("*PIPE") != std::string::npos;
  }
  std::vector<LoopShape> shapes;
  for (const std::string &name : names) {
    const Factors &loop = loops[name];
    shapes.push_back({name, loop.t[0] * loop.t[1] * loop.t[2], false});
    result.choice.loops.push_back(
        {loop.t[0], loop.t[1], loop.t[2], int64_t(loop.pipelined)});
  }
  std::map<std::string, std::vector<int64_t>> extents;
  std::map<std::string, unsigned> numbers;
  for (unsigned a = 0; a < design.arrays.size(); ++a) {
    extents[design.arrays[a].shape.name] = design.arrays[a].shape.extents;
    numbers[design.arrays[a].shape.name] = a;
  }
  result.shape = parseStatement(row.at("text"), shapes, extents, numbers);
  result.shape.guarded = row.at("guarded") == "1";
  for (const ReferenceShape &reference : result.shape.references) {
    const PublishedArray &array = design.arrays[reference.array];
    ArrayCost<Int> cost =
        arrayCost(array.shape, array.factors, u200(), Numbers<Int>());
    result.choice.references.push_back({array.factors, cost.registers});
  }
  if (row.at("accumulator") == "local")
    result.choice.accumulator = Accumulator::Local;
  if (row.at("accumulator") == "local_add")
    result.choice.accumulator = Accumulator::LocalAdd;
  return result;
}

PublishedArray readArray(const Row &row) {
  PublishedArray array;
  array.row = row;
  array.shape.name = row.at("array");
  for (const std::string &extent : split(row.at("extents"), 'x'))
    array.shape.extents.push_back(std::stoll(extent));
  for (const std::string &factor : split(row.at("factors"), 'x'))
    array.factors.push_back(std::stoll(factor));
  array.shape.elementBits = integer(row, "bits");
  array.shape.loaded = integer(row, "load_latency") > 0;
  array.shape.stored = integer(row, "store_latency") > 0;
  array.shape.beat =
      beatOf(array.shape.extents, array.shape.elementBits, u200().rules);
  return array;
}

} // namespace

std::vector<PublishedDesign> test::publishedDesigns() {
  std::vector<Row> arrays = readRows("arrays.csv");
  std::vector<Row> statements = readRows("statements.csv");
  std::vector<PublishedDesign> designs;
  for (const Row &row : readRows("designs.csv")) {
    PublishedDesign design;
    design.name = row.at("design");
    design.row = row;
    design.tree = row.at("tree") == "1";
    // bert_3072_100 keeps tiles of an array, loaded inside the nest.
    if (llvm::StringRef(design.name).ends_with("bert_3072_100"))
      continue;
    for (const Row &array : arrays)
      if (array.at("design") == design.name)
        design.arrays.push_back(readArray(array));
    for (const Row &statement : statements)
      if (statement.at("design") == design.name)
        design.statements.push_back(readStatement(statement, design));
    designs.push_back(std::move(design));
  }
  return designs;
}

static TaskFigures<Int> callOf(const PublishedStatement &statement,
                               const TaskCost<Int> &task) {
  TaskFigures<Int> call{
      task.latency, {}, task.operators, !statement.shape.guarded};
  std::map<unsigned, bool> uses;
  for (const ReferenceShape &reference : statement.shape.references)
    uses[reference.array];
  uses[statement.shape.references[statement.shape.written].array] = true;
  for (auto [array, written] : uses)
    call.uses.push_back({array, written});
  return call;
}

Estimate test::estimate(const PublishedDesign &design,
                        const target::Target &target) {
  Numbers<Int> number;
  Estimate result;
  ProgramFigures<Int> figures;
  std::vector<TaskFigures<Int>> &calls = figures.tasks;
  for (unsigned a = 0; a < design.arrays.size(); ++a) {
    const PublishedArray &array = design.arrays[a];
    ArrayCost<Int> cost = arrayCost(array.shape, array.factors, target, number);
    figures.readSideBySide.push_back(cost.registers);
    if (array.shape.loaded)
      calls.push_back({cost.loadLatency, {{a, true}}, {}, true});
    result.arrays.push_back(cost);
  }
  for (const PublishedStatement &s : design.statements) {
    auto statement = Statement::create(s.shape, target);
    if (!statement) {
      llvm::errs() << llvm::toString(statement.takeError()) << "\n";
      std::exit(1);
    }
    result.tasks.push_back(
        taskCost(*statement, s.choice, target.rules, design.tree, number));
    calls.push_back(callOf(s, result.tasks.back()));
  }
  for (unsigned a = 0; a < design.arrays.size(); ++a)
    if (design.arrays[a].shape.stored)
      calls.push_back({result.arrays[a].storeLatency, {{a, false}}, {}, true});
  result.latency = phased().latency(figures, target.rules, number);
  auto operators = phased().operators(figures, Reuse::Optimistic, number);
  result.resources =
      designResources(operators, result.tasks, result.arrays, target, number);
  return result;
}
