//===- LintPragmas.cpp - Names and arguments of HLS pragmas ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table holds the pragmas of Vitis HLS 2023.2 with their arguments as its
// user guide (UG1399) documents them.
//
//===----------------------------------------------------------------------===//

#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

namespace {
struct Argument {
  StringRef name;
  // "flag"; "count" (at least 1); "number" (at least 0); "name"; else the
  // legal values, separated by '|'.
  StringRef values;
  bool required = false;
};
struct Form {
  StringRef name;
  llvm::SmallVector<Argument, 6> arguments;
};
} // namespace

static constexpr llvm::StringLiteral ramTypes =
    "fifo|ram_1p|ram_1wnr|ram_2p|ram_s2p|ram_t2p|rom_1p|rom_2p|rom_np";

static const std::vector<Form> &forms() {
  static const std::vector<Form> table = {
      {"pipeline",
       {{"ii", "count"},
        {"off", "flag"},
        {"rewind", "flag"},
        {"style", "stp|flp|frp"}}},
      {"unroll",
       {{"factor", "count"}, {"off", "flag"}, {"skip_exit_check", "flag"}}},
      {"array_partition",
       {{"variable", "name", true},
        {"type", "cyclic|block|complete", true},
        {"factor", "count"},
        {"dim", "number"},
        {"off", "flag"}}},
      {"array_reshape",
       {{"variable", "name", true},
        {"type", "cyclic|block|complete", true},
        {"factor", "count"},
        {"dim", "number"},
        {"object", "flag"},
        {"off", "flag"}}},
      {"interface",
       {{"mode",
         "m_axi|s_axilite|axis|ap_none|ap_vld|ap_ack|ap_hs|ap_ovld|"
         "ap_memory|bram|ap_fifo|ap_ctrl_none|ap_ctrl_hs|ap_ctrl_chain",
         true},
        {"port", "name", true},
        {"bundle", "name"},
        {"depth", "count"},
        {"offset", "off|direct|slave"},
        {"register", "flag"},
        {"register_mode", "both|forward|reverse|off"},
        {"name", "name"},
        {"clock", "name"},
        {"latency", "number"},
        {"channel", "number"},
        {"num_read_outstanding", "count"},
        {"num_write_outstanding", "count"},
        {"max_read_burst_length", "count"},
        {"max_write_burst_length", "count"},
        {"max_widen_bitwidth", "number"},
        {"storage_type", ramTypes},
        {"storage_impl", "name"},
        {"interrupt", "number"},
        {"direct_io", "true|false"}}},
      {"inline", {{"off", "flag"}, {"recursive", "flag"}}},
      {"bind_storage",
       {{"variable", "name", true},
        {"type", ramTypes, true},
        {"impl", "bram|bram_ecc|lutram|uram|uram_ecc|srl|memory|auto"},
        {"latency", "number"}}},
      {"bind_op",
       {{"variable", "name", true},
        {"op",
         "mul|add|sub|fadd|fsub|fdiv|fexp|flog|fmul|fmadd|frsqrt|frecip|fsqrt|"
         "dadd|dsub|ddiv|dexp|dlog|dmul|drsqrt|drecip|dsqrt|hadd|hsub|hdiv|"
         "hmul|hsqrt|facc|fmacc",
         true},
        {"impl", "dsp|fabric|meddsp|fulldsp|maxdsp|primitivedsp|auto"},
        {"latency", "number"}}},
      {"dataflow", {{"disable_start_propagation", "flag"}}},
      {"loop_flatten", {{"off", "flag"}}},
      {"loop_merge", {{"force", "flag"}}},
      {"loop_tripcount",
       {{"min", "number"}, {"max", "number", true}, {"avg", "number"}}},
      {"stream",
       {{"variable", "name", true},
        {"depth", "count"},
        {"type", "fifo|pipo|shared|unsync"},
        {"off", "flag"}}},
      {"dependence",
       {{"variable", "name"},
        {"class", "array|pointer"},
        {"type", "inter|intra"},
        {"direction", "RAW|WAR|WAW"},
        {"distance", "count"},
        {"dependent", "true|false"},
        {"true", "flag"},
        {"false", "flag"}}},
      {"latency", {{"min", "number"}, {"max", "number"}}},
      {"allocation",
       {{"function", "flag"},
        {"operation", "flag"},
        {"instances", "name", true},
        {"limit", "count"}}},
      {"function_instantiate", {{"variable", "name", true}}},
      {"expression_balance", {{"off", "flag"}}},
      {"aggregate",
       {{"variable", "name", true}, {"compact", "bit|byte|none|auto"}}},
      {"disaggregate", {{"variable", "name", true}}},
      {"stable", {{"variable", "name", true}}},
      {"occurrence", {{"cycle", "count"}, {"off", "flag"}}},
      {"performance",
       {{"target_ti", "count"},
        {"target_tl", "count"},
        {"assume_ti_cycles", "count"}}},
      {"protocol", {{"mode", "floating|fixed"}}},
      {"reset", {{"variable", "name", true}, {"off", "flag"}}},
      {"top", {{"name", "name", true}}},
      {"alias", {{"ports", "name", true}, {"distance", "number"}}}};
  return table;
}

static std::string checkValue(const Argument &argument, StringRef value) {
  StringRef values = argument.values;
  if (values == "flag")
    return value.empty() || value == "true" || value == "false"
               ? ""
               : "takes no value";
  if (value.empty())
    return "needs a value";
  if (values == "name")
    return "";
  if (values == "count" || values == "number") {
    int64_t least = values == "count" ? 1 : 0;
    std::optional<int64_t> number = integer(value);
    return number && *number >= least
               ? ""
               : "must be an integer of at least " + std::to_string(least);
  }
  llvm::SmallVector<StringRef> legal;
  values.split(legal, '|');
  return llvm::any_of(
             legal,
             [&](StringRef one) { return one.equals_insensitive(value); })
             ? ""
             : "must be one of " + values.str();
}

static void checkUse(const PragmaUse &use, const Form &form,
                     std::vector<LintFinding> &findings) {
  auto find = [&](StringRef name) {
    return llvm::find_if(form.arguments, [&](const Argument &argument) {
      return argument.name == name;
    });
  };
  auto report = [&](const std::string &message) {
    findings.push_back(
        {use.line, "pragma-argument", use.name + ": " + message});
  };
  llvm::SmallVector<StringRef> seen;
  for (auto [name, value] : use.arguments) {
    StringRef argument = name, text = value;
    // `interface m_axi`, `protocol fixed`: the mode stands alone.
    auto mode = find("mode");
    if (mode != form.arguments.end() && text.empty() &&
        checkValue(*mode, argument).empty()) {
      text = argument;
      argument = "mode";
    }
    auto known = find(argument);
    if (known == form.arguments.end()) {
      report("unknown argument '" + argument.str() + "'");
      continue;
    }
    if (llvm::is_contained(seen, known->name))
      report("argument '" + argument.str() + "' twice");
    seen.push_back(known->name);
    // A II below 1 has a rule of its own.
    if (std::string wrong = checkValue(*known, text);
        !wrong.empty() && !(argument == "ii" && integer(text)))
      report("argument '" + argument.str() + "' " + wrong);
  }
  for (const Argument &argument : form.arguments)
    if (argument.required && !llvm::is_contained(seen, argument.name))
      report("argument '" + argument.name.str() + "' is missing");
}

/// A distance is of iterations that do depend (UG1399, pragma HLS dependence).
static void checkDependence(const PragmaUse &use,
                            std::vector<LintFinding> &findings) {
  auto value = [&](StringRef name) -> StringRef {
    for (auto &[argument, text] : use.arguments)
      if (StringRef(argument).equals_insensitive(name))
        return text.empty() ? StringRef("true") : StringRef(text);
    return "";
  };
  if (value("distance").empty())
    return;
  auto report = [&](const char *message) {
    findings.push_back({use.line, "pragma-argument",
                        use.name + ": argument 'distance' " + message});
  };
  if (value("type").equals_insensitive("intra"))
    report("is of different iterations, but 'type' is intra");
  if (value("dependent").equals_insensitive("false") || !value("false").empty())
    report("is of a dependence, but 'dependent' is false");
}

void lint_detail::checkPragmaForms(const File &file,
                                   std::vector<LintFinding> &findings) {
  for (const Function &function : file.functions)
    for (const PragmaUse &use : function.pragmas) {
      auto form = llvm::find_if(
          forms(), [&](const Form &form) { return form.name == use.name; });
      if (form == forms().end())
        findings.push_back({use.line, "pragma-unknown",
                            "'" + use.name + "' is no HLS pragma"});
      else
        checkUse(use, *form, findings);
      if (use.name == "dependence")
        checkDependence(use, findings);
    }
}
