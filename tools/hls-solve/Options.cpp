//===- Options.cpp - Command line of hls-solve ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not llvm::cl: its options are global, and the library has some of these
// names.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "talos/NLP/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace talos;
using namespace talos::nlp;
using llvm::StringRef;

static llvm::Error fault(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {
struct Option {
  StringRef name, value, help;
  /// Reads the value; false: it is not what `value` says.
  bool (*set)(Options &options, StringRef value);
};
} // namespace

static constexpr Option table[] = {
    {"o", "<file>", "where to write (default: standard output)",
     [](Options &o, StringRef v) {
       o.output = v.str();
       return true;
     }},
    {"node-limit", "<nodes>", "stop there with the best point; 0: no limit",
     [](Options &o, StringRef v) {
       return !v.getAsInteger(10, o.solver.nodeLimit) &&
              o.solver.nodeLimit >= 0;
     }},
    {"time-limit", "<seconds>", "the same; the result is not reproducible",
     [](Options &o, StringRef v) {
       return !v.getAsDouble(o.solver.timeLimitSeconds) &&
              o.solver.timeLimitSeconds > 0;
     }},
    {"memory-limit", "<MiB>", "the same, as far as the process grows",
     [](Options &o, StringRef v) {
       int64_t most = 0;
       bool isGood = !v.getAsInteger(10, most) && most > 0 && most < 1 << 30;
       o.solver.memoryLimit = most << 20;
       return isGood;
     }},
    {"threads", "<number>", "of the search; 0: one a core (default)",
     [](Options &o, StringRef v) {
       return !v.getAsInteger(10, o.solver.threads);
     }},
    {"json", "", "print the solution as JSON",
     [](Options &o, StringRef) { return o.json = true; }},
    {"print", "", "print the model instead of solving it",
     [](Options &o, StringRef) {
       o.action = Options::Print;
       return true;
     }},
    {"solver", "<builtin|minizinc|both|enumeration>",
     "who solves it (default: builtin)",
     [](Options &o, StringRef v) {
       std::optional<Options::Solver> which =
           llvm::StringSwitch<std::optional<Options::Solver>>(v)
               .Case("builtin", Options::BuiltIn)
               .Case("minizinc", Options::MiniZinc)
               .Case("both", Options::Both)
               .Case("enumeration", Options::Enumeration)
               .Default(std::nullopt);
       if (which)
         o.which = *which;
       return which.has_value();
     }},
    {"emit-minizinc", "", "print the model in MiniZinc",
     [](Options &o, StringRef) {
       o.action = Options::EmitMiniZinc;
       return true;
     }},
    {"emit-ampl", "", "print the model in AMPL",
     [](Options &o, StringRef) {
       o.action = Options::EmitAMPL;
       return true;
     }},
    {"help", "", "print this text",
     [](Options &o, StringRef) {
       o.action = Options::Help;
       return true;
     }},
};

static llvm::Error readPins(Options &options, StringRef text) {
  llvm::Expected<std::vector<Pin>> pins = parsePins(text);
  if (!pins)
    return pins.takeError();
  llvm::append_range(options.pins, *pins);
  return llvm::Error::success();
}

static llvm::Error unknown(StringRef argument) {
  std::vector<std::string> names{"--pin"};
  for (const Option &option : table)
    names.push_back("--" + option.name.str());
  return fault("unknown option '" + argument + "'" + suggest(argument, names));
}

llvm::Expected<Options>
nlp::parseOptions(llvm::ArrayRef<const char *> arguments) {
  Options options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i], name = argument;
    if (argument == "-" || !name.consume_front("-")) {
      if (!options.input.empty())
        return fault("one model is expected, not '" + options.input +
                     "' and '" + argument + "'");
      options.input = argument.str();
      continue;
    }
    name.consume_front("-");
    bool joined = name.contains('=');
    StringRef value = name.split('=').second;
    name = name.split('=').first;
    const Option *option =
        llvm::find_if(table, [&](const Option &o) { return o.name == name; });
    bool isPin = name == "pin";
    if (option == std::end(table) && !isPin)
      return unknown(argument);
    bool takes = isPin || !option->value.empty();
    if (joined && !takes)
      return fault("'--" + name + "' takes no value");
    if (takes && !joined) {
      if (i + 1 == arguments.size())
        return fault("'--" + name + "' needs a value");
      value = arguments[++i];
    }
    if (isPin) {
      if (llvm::Error error = readPins(options, value))
        return std::move(error);
    } else if (!option->set(options, value)) {
      return fault("'--" + name + " " + value + "': expected " + option->value);
    }
  }
  if (options.input.empty() && options.action != Options::Help)
    return fault("the model is missing; give a file, or - for standard input");
  return options;
}

void nlp::printHelp(llvm::raw_ostream &os) {
  os << "Talos: solves a model in text form (docs/NLP-format.md)\n"
        "usage: hls-solve [options] <model.nlp, or - for standard input>\n\n";
  auto row = [&](StringRef name, StringRef value, StringRef help) {
    std::string left =
        ((name.size() > 1 ? "  --" : "  -") + name + " " + value).str();
    left.resize(std::max<size_t>(left.size() + 1, 36), ' ');
    os << left << help << "\n";
  };
  row("pin", "<name=value,...>", "fix (=) or bound (<=, >=) variables");
  for (const Option &option : table)
    row(option.name, option.value, option.help);
}
