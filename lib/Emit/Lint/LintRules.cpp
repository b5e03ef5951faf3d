//===- LintRules.cpp - Ports, arrays, loops, memory and calls -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

namespace {
class Rules {
public:
  Rules(const File &file, const LintOptions &options,
        std::vector<LintFinding> &findings)
      : file(file), options(options), findings(findings) {}
  void run();

private:
  struct Bundle {
    unsigned line;
    std::vector<std::string> ports = {};
    std::string objection(const Function &function,
                          const std::string &port) const;
  };
  void report(unsigned line, StringRef rule, std::string message) {
    findings.push_back({line, rule.str(), std::move(message)});
  }
  void memory();
  void recursion();
  void labels(const Function &function);
  void ports(const Function &function);
  void axisNames(const Function &function, const llvm::StringSet<> &axis);
  void mAxi(const Function &function, const PragmaUse &use,
            llvm::StringMap<Bundle> &bundles);
  void width(const Variable &port);
  void partition(const Function &function, const PragmaUse &use);
  void storage(const Function &function, const PragmaUse &use);
  void loops(const Function &function);
  void canonical(const Loop &loop, bool varies);

  const File &file;
  const LintOptions &options;
  std::vector<LintFinding> &findings;
};
} // namespace

static std::string modeOf(const PragmaUse &use) {
  if (std::optional<std::string> mode = use.value("mode"))
    return *mode;
  for (const auto &[name, value] : use.arguments)
    if (value.empty() && name != "register")
      return name;
  return "";
}

//===----------------------------------------------------------------------===//
// Whole file
//===----------------------------------------------------------------------===//

void Rules::memory() {
  static const llvm::StringSet<> containers = {
      "vector",        "string",        "map",      "set",      "list",
      "deque",         "queue",         "stack",    "array",    "tuple",
      "unordered_map", "unordered_set", "multimap", "multiset", "function",
      "shared_ptr",    "unique_ptr"};
  const std::vector<Token> &tokens = file.tokens;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    StringRef word = tokens[i].text;
    if (tokens[i].kind != Token::Word)
      continue;
    bool allocates =
        word == "new" || word == "delete" ||
        (tokens[i + 1].is("(") &&
         llvm::is_contained({"malloc", "calloc", "realloc", "free"}, word));
    if (allocates)
      report(tokens[i].line, "dynamic-memory",
             "'" + word.str() + "': hardware has no heap");
    if (word == "std" && i + 2 < tokens.size() && tokens[i + 1].is("::") &&
        containers.contains(tokens[i + 2].text))
      report(tokens[i].line, "std-container",
             "std::" + tokens[i + 2].text + " cannot be synthesised");
  }
}

void Rules::recursion() {
  for (const Function &start : file.functions) {
    llvm::StringSet<> seen;
    std::vector<const Function *> open = {&start};
    while (!open.empty()) {
      const Function *function = open.back();
      open.pop_back();
      for (const Call &call : function->calls) {
        if (call.callee == start.name) {
          report(call.line, "recursion",
                 "'" + start.name + "' calls itself" +
                     (function == &start
                          ? ""
                          : " through '" + function->name + "'"));
          open.clear();
          break;
        }
        const Function *callee = file.find(call.callee);
        if (callee && seen.insert(callee->name).second)
          open.push_back(callee);
      }
    }
  }
}

void Rules::labels(const Function &function) {
  llvm::StringMap<unsigned> first;
  for (const auto &[label, line] : function.labels)
    if (!first.try_emplace(label, line).second)
      report(line, "label-unique",
             "label '" + label + "' stands at line " +
                 std::to_string(first[label]) + " already");
}

//===----------------------------------------------------------------------===//
// Ports
//===----------------------------------------------------------------------===//

static int64_t scalarBits(StringRef type) {
  return llvm::StringSwitch<int64_t>(type)
      .Cases({"bool", "char", "int8_t", "uint8_t", "unsignedchar"}, 8)
      .Cases({"short", "int16_t", "uint16_t", "half"}, 16)
      .Cases({"float", "int", "unsigned", "int32_t", "uint32_t"}, 32)
      .Cases({"double", "long", "int64_t", "uint64_t"}, 64)
      .Default(0);
}

int64_t lint_detail::beatBits(StringRef type) {
  if (type.consume_front("hls::vector<") && type.consume_back(">")) {
    auto [element, count] = type.rsplit(',');
    return scalarBits(element) * integer(count).value_or(0);
  }
  if ((type.consume_front("ap_uint<") || type.consume_front("ap_int<")) &&
      type.consume_back(">"))
    return integer(type).value_or(0);
  return scalarBits(type);
}

void Rules::width(const Variable &port) {
  int64_t bits = beatBits(port.type);
  if (bits < 8 || !llvm::isPowerOf2_64(bits) || bits > options.maxPortBits)
    report(port.line, "port-width",
           "beats of port '" + port.name + "' (" + port.type +
               ") must have a power of two of bits from 8 to " +
               std::to_string(options.maxPortBits) +
               (bits > 0 ? ", not " + std::to_string(bits) : ""));
}

/// Processes of a dataflow region run at the same time. Calls of any other
/// function that use one port follow each other.
static bool isDataflow(const Function &function) {
  return llvm::any_of(function.pragmas, [](const PragmaUse &use) {
    return use.name == "dataflow" && use.loop < 0;
  });
}

/// Why the port may not join the bundle; empty if it may.
std::string Rules::Bundle::objection(const Function &function,
                                     const std::string &port) const {
  const Variable *first = function.find(ports.front());
  const Variable *second = function.find(port);
  if (!isDataflow(function))
    return first && second && beatBits(first->type) == beatBits(second->type)
               ? ""
               : "ports of one bundle need beats of the same width";
  // One reads, the other one writes: the channels of a bundle differ.
  return ports.size() == 1 && first && second &&
                 first->isConst != second->isConst
             ? ""
             : "in a dataflow region two ports may share one as a pointer that "
               "is read and one that is written";
}

void Rules::mAxi(const Function &function, const PragmaUse &use,
                 llvm::StringMap<Bundle> &bundles) {
  std::string port = use.value("port").value_or("");
  std::string bundle = use.value("bundle").value_or("");
  if (bundle.empty())
    report(use.line, "port-bundle", "port '" + port + "' has no bundle");
  else if (auto [at, isNew] =
               bundles.try_emplace(bundle, Bundle{use.line, {port}});
           !isNew) {
    std::string objection = at->second.objection(function, port);
    if (objection.empty())
      at->second.ports.push_back(port);
    else
      report(use.line, "port-bundle",
             "bundle '" + bundle + "' of port '" + port +
                 "' serves the port of line " +
                 std::to_string(at->second.line) + " already; " + objection);
  }
  if (integer(use.value("depth").value_or("")).value_or(0) < 1)
    report(use.line, "port-depth",
           "port '" + port + "' needs a depth, its number of beats");
  if (const Variable *variable = function.find(port))
    width(*variable);
}

/// An array t of streams is the ports t_0, t_1, ..., which no other stream may
/// be called.
void Rules::axisNames(const Function &function, const llvm::StringSet<> &axis) {
  for (const Variable &array : function.parameters) {
    if (array.extents.empty() || !axis.contains(array.name))
      continue;
    int64_t count = 1;
    for (int64_t extent : array.extents)
      count *= extent;
    for (const Variable &other : function.parameters) {
      llvm::StringRef element = other.name;
      int64_t number = 0;
      if (other.extents.empty() && element.consume_front(array.name + "_") &&
          !element.getAsInteger(10, number) && number < count)
        report(other.line, "port-name",
               "'" + other.name + "' is also a port of the array '" +
                   array.name + "' of streams");
    }
  }
}

void Rules::ports(const Function &function) {
  llvm::StringMap<Bundle> bundles;
  llvm::StringSet<> memory, control, axis;
  bool any = function.isExternC && !file.runsKernels(function);
  for (const PragmaUse &use : function.pragmas) {
    if (use.name != "interface")
      continue;
    any = true;
    std::string mode = modeOf(use), port = use.value("port").value_or("");
    bool isParameter = llvm::any_of(
        function.parameters, [&](const Variable &p) { return p.name == port; });
    if (!isParameter && port != "return")
      report(use.line, "port-interface",
             "'" + port + "' is no parameter of '" + function.name + "'");
    if (mode == "m_axi")
      mAxi(function, use, bundles);
    (mode == "s_axilite" ? control
     : mode == "axis"    ? axis
                         : memory)
        .insert(port);
  }
  if (!any)
    return;
  axisNames(function, axis);
  for (const Variable &parameter : function.parameters) {
    if (parameter.isStream() || axis.contains(parameter.name)) {
      if (!parameter.isStream() || !axis.contains(parameter.name))
        report(parameter.line, "port-interface",
               "port '" + parameter.name +
                   "' has to be a stream with interface axis, or neither");
      continue;
    }
    bool isMemory = parameter.isPointer || !parameter.extents.empty();
    if (!(isMemory ? memory : control).contains(parameter.name))
      report(parameter.line, "port-interface",
             "port '" + parameter.name + "' has no interface " +
                 (isMemory ? "m_axi" : "s_axilite"));
  }
  if (!control.contains("return") && !memory.contains("return"))
    report(function.line, "port-interface",
           "'" + function.name + "' has no control interface: port=return");
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void Rules::partition(const Function &function, const PragmaUse &use) {
  std::string name = use.value("variable").value_or("");
  const Variable *array = function.find(name);
  bool isPort = llvm::any_of(function.pragmas, [&](const PragmaUse &other) {
    return other.name == "interface" && other.value("port") == name &&
           modeOf(other) != "ap_memory";
  });
  if (isPort || (array && array->isPointer))
    return report(use.line, "partition-port",
                  "'" + name + "' is a port; only on-chip arrays have banks");
  if (!array || array->extents.empty())
    return report(use.line, "partition-variable",
                  "'" + name + "' is no array of '" + function.name + "'");
  int64_t rank = array->extents.size();
  int64_t dim = integer(use.value("dim").value_or("1")).value_or(1);
  if (dim > rank)
    return report(use.line, "partition-dim",
                  "dimension " + std::to_string(dim) + " of '" + name +
                      "', whose rank is " + std::to_string(rank));
  std::string type = StringRef(use.value("type").value_or("")).lower();
  std::optional<std::string> factor = use.value("factor");
  if (type == "complete" && factor)
    return report(use.line, "partition-factor",
                  "a complete partition takes no factor");
  if (type == "complete")
    return;
  int64_t banks = integer(factor.value_or("")).value_or(0);
  if (banks < 1)
    return report(use.line, "partition-factor",
                  "partition of '" + name + "' needs a factor of at least 1");
  for (int64_t d = 1; d <= rank; ++d)
    if ((dim == 0 || dim == d) && array->extents[d - 1] >= 0 &&
        banks > array->extents[d - 1])
      report(use.line, "partition-factor",
             "factor " + std::to_string(banks) + " exceeds the extent " +
                 std::to_string(array->extents[d - 1]) + " of dimension " +
                 std::to_string(d) + " of '" + name + "'");
}

void Rules::storage(const Function &function, const PragmaUse &use) {
  std::string name = use.value("variable").value_or("");
  if (!function.find(name))
    report(use.line, "partition-variable",
           "'" + name + "' is no variable of '" + function.name + "'");
  std::string typeText = use.value("type").value_or("");
  std::string impl = use.value("impl").value_or("");
  StringRef type = typeText;
  bool isFifo = type.equals_insensitive("fifo");
  bool wrong = (StringRef(impl).equals_insensitive("lutram") &&
                type.equals_insensitive("ram_t2p")) ||
               (StringRef(impl).equals_insensitive("srl") && !isFifo);
  if (wrong)
    report(use.line, "storage-kind",
           "impl=" + impl + " does not exist as type=" + typeText);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool isConstant(llvm::ArrayRef<Token> tokens) {
  return !tokens.empty() && llvm::all_of(tokens, [](const Token &token) {
    return (token.kind == Token::Number && integer(token.text)) ||
           (token.kind == Token::Sign &&
            StringRef("+-*/()").contains(token.text));
  });
}

/// `varies`: from any value.
static bool constantInit(const Loop &loop, std::string &counter, bool varies) {
  static const llvm::StringSet<> types = {"int",  "unsigned", "short",
                                          "long", "int32_t",  "uint32_t"};
  if (loop.init.size() < 4 || !types.contains(loop.init[0].text) ||
      !loop.init[2].is("="))
    return false;
  counter = loop.init[1].text;
  return varies || isConstant(llvm::ArrayRef(loop.init).drop_front(3));
}

static bool constantTest(const Loop &loop, StringRef counter, bool varies) {
  return loop.test.size() >= 3 && loop.test[0].is(counter) &&
         llvm::is_contained({"<", "<=", ">", ">=", "!="}, loop.test[1].text) &&
         (varies || isConstant(llvm::ArrayRef(loop.test).drop_front(2)));
}

static bool constantStep(const Loop &loop, StringRef counter) {
  const std::vector<Token> &step = loop.step;
  auto isTick = [](const Token &token) {
    return token.is("++") || token.is("--");
  };
  if (step.size() == 2)
    return (isTick(step[0]) && step[1].is(counter)) ||
           (step[0].is(counter) && isTick(step[1]));
  return step.size() >= 3 && step[0].is(counter) &&
         (step[1].is("+=") || step[1].is("-=")) &&
         isConstant(llvm::ArrayRef(step).drop_front(2));
}

static bool assigns(llvm::ArrayRef<Token> body, StringRef name) {
  for (size_t i = 0; i + 1 < body.size(); ++i) {
    bool tickBefore =
        (body[i].is("++") || body[i].is("--")) && body[i + 1].is(name);
    bool after = body[i].is(name) &&
                 llvm::is_contained({"=", "+=", "-=", "*=", "/=", "++", "--"},
                                    body[i + 1].text);
    if (tickBefore || after)
      return true;
  }
  return false;
}

/// `varies`: start and end may be any values.
static std::string notCanonical(const Loop &loop, bool varies = false) {
  std::string counter;
  if (!loop.isFor)
    return "is no for loop";
  if (!constantInit(loop, counter, varies))
    return "has no int counter that starts from a constant";
  if (!constantTest(loop, counter, varies))
    return "has no constant bound";
  if (!constantStep(loop, counter))
    return "has no constant step";
  if (assigns(loop.body, counter))
    return "changes its counter '" + counter + "' in the body";
  return "";
}

void Rules::canonical(const Loop &loop, bool varies) {
  std::string wrong = notCanonical(loop, varies);
  if (wrong.empty() && loop.secondExit)
    wrong = "has a second exit (break, goto or return)";
  if (!wrong.empty())
    report(loop.line, "loop-canonical",
           "the pipelined or unrolled loop " + wrong);
}

void Rules::loops(const Function &function) {
  std::vector<bool> directed(function.loops.size()),
      pipelined(function.loops.size()), unrolled(function.loops.size()),
      counted(function.loops.size());
  for (const PragmaUse &use : function.pragmas) {
    bool off = use.has("off");
    bool ofLoop = use.name == "unroll" || use.name == "loop_flatten" ||
                  use.name == "loop_tripcount";
    if (use.loop < 0) {
      if (ofLoop)
        report(use.line, "pragma-place",
               use.name + " stands outside a loop's body");
      continue;
    }
    if (!off && (use.name == "pipeline" || use.name == "unroll"))
      directed[use.loop] = true;
    if (!off && use.name == "pipeline")
      pipelined[use.loop] = true;
    if (!off && use.name == "unroll")
      unrolled[use.loop] = true;
    if (use.name == "loop_tripcount")
      counted[use.loop] = true;
  }
  for (auto [id, loop] : llvm::enumerate(function.loops)) {
    // A pipeline alone takes any bounds; the tool must be told how many
    // iterations they make, or it reports no latency.
    if (directed[id])
      canonical(loop, counted[id] && !unrolled[id]);
    // A pipeline unrolls what is below it.
    bool below = false;
    for (LoopId outer = loop.parent; outer >= 0;
         outer = function.loops[outer].parent)
      below |= pipelined[outer];
    if (below && !directed[id])
      if (std::string wrong = notCanonical(loop); !wrong.empty())
        report(loop.line, "inner-bounds",
               "the loop below a pipelined loop " + wrong +
                   "; the tool cannot unroll it");
  }
}

void Rules::run() {
  memory();
  recursion();
  for (const Function &function : file.functions) {
    labels(function);
    ports(function);
    loops(function);
    for (const PragmaUse &use : function.pragmas) {
      if (use.name == "array_partition" || use.name == "array_reshape")
        partition(function, use);
      if (use.name == "bind_storage")
        storage(function, use);
      std::optional<int64_t> ii = integer(use.value("ii").value_or(""));
      if (use.name == "pipeline" && ii && *ii < 1)
        report(use.line, "pipeline-ii",
               "II must be at least 1, not " + std::to_string(*ii));
    }
  }
}

void lint_detail::checkDirectives(const File &file, const LintOptions &options,
                                  std::vector<LintFinding> &findings) {
  Rules(file, options, findings).run();
}
