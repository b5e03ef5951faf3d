//===- DriverOptions.cpp - Command line of hlsc ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Template.h"
#include "talos/NLP/Pins.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Support/Nesting.h"
#include "talos/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace talos;
using llvm::StringRef;
namespace opt = llvm::opt;
using opt::DefaultVis; // the generated table names it

namespace {
enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "HlscOptions.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "HlscOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "HlscOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr opt::OptTable::Info optionTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "HlscOptions.inc"
#undef OPTION
};

class HlscOptions : public opt::GenericOptTable {
public:
  HlscOptions()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionTable) {}
};

/// Reads values of options; remembers that one was bad.
class Values {
public:
  Values(const opt::InputArgList &args, llvm::raw_ostream &err)
      : args(args), err(err) {}

  void string(ID id, std::string &value) {
    if (const opt::Arg *arg = args.getLastArg(id))
      value = arg->getValue();
  }

  /// An integer of at least `least`, with an optional `suffix`.
  void integer(ID id, int64_t least, int64_t &value, StringRef suffix = "") {
    const opt::Arg *arg = args.getLastArg(id);
    if (!arg)
      return;
    StringRef text = arg->getValue();
    text.consume_back(suffix);
    if (text.getAsInteger(10, value) || value < least)
      bad(arg) << "an integer of at least " << least << "\n";
  }

  /// One of the choices that the table of options lists.
  void choice(ID id, std::string &value) {
    const opt::Arg *arg = args.getLastArg(id);
    if (!arg)
      return;
    value = arg->getValue();
    llvm::SmallVector<StringRef> choices;
    StringRef(optionTable[id - 1].Values).split(choices, ',');
    if (!llvm::is_contained(choices, StringRef(value)))
      bad(arg) << llvm::join(choices, " or ") << "\n";
  }

  llvm::raw_ostream &bad(const opt::Arg *arg) {
    failed = true;
    return err << "hlsc: error: " << arg->getSpelling() << " '"
               << arg->getValue() << "': expected ";
  }

  const opt::InputArgList &args;
  llvm::raw_ostream &err;
  bool failed = false;
};
} // namespace

static void readTarget(Values &in, PipelineOptions &options) {
  in.string(OPT_target, options.target);
  const opt::Arg *file = in.args.getLastArg(OPT_target_file);
  if (!file) {
    if (options.target.empty()) {
      in.err << "hlsc: error: --target or --target-file is needed\n";
      in.failed = true;
    }
    return;
  }
  if (!options.target.empty()) {
    in.err << "hlsc: error: --target and --target-file exclude each other\n";
    in.failed = true;
  }
  options.target = file->getValue();
  if (!StringRef(options.target).ends_with(".json"))
    in.bad(file) << "a file whose name ends in .json\n";
}

/// The pins of all --pin and --pin-file, with their syntax checked.
static void readPins(Values &in, PipelineOptions &options) {
  std::vector<nlp::Pin> pins;
  auto add = [&](llvm::Expected<std::vector<nlp::Pin>> some) {
    if (some)
      return llvm::append_range(pins, *some);
    in.err << "hlsc: error: " << llvm::toString(some.takeError()) << "\n";
    in.failed = true;
  };
  for (const std::string &text : in.args.getAllArgValues(OPT_pin))
    add(nlp::parsePins(text));
  for (const std::string &path : in.args.getAllArgValues(OPT_pin_file)) {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (file) {
      llvm::StringRef text = (*file)->getBuffer();
      if (llvm::Error deep = checkNesting(text)) {
        in.err << "hlsc: error: pin file '" << path
               << "': " << llvm::toString(std::move(deep)) << "\n";
        in.failed = true;
      } else {
        add(nlp::parsePinsJSON(text, path));
      }
    } else {
      in.err << "hlsc: error: --pin-file: cannot read '" << path
             << "': " << file.getError().message() << "\n";
      in.failed = true;
    }
  }
  if (!pins.empty() && !options.designFile.empty()) {
    in.err << "hlsc: error: --design leaves nothing to choose; remove the pins "
              "or the design\n";
    in.failed = true;
  }
  for (const nlp::Pin &pin : pins)
    options.pins += (options.pins.empty() ? "" : ",") + pin.text();
  if (llvm::StringRef(options.pins).find_first_of("{}'\"") != StringRef::npos) {
    in.err << "hlsc: error: pin '" << options.pins
           << "': quotes and braces are not allowed\n";
    in.failed = true;
  }
}

/// All --limit as one text, with its syntax checked.
static void readLimits(Values &in, PipelineOptions &options) {
  options.limits = llvm::join(in.args.getAllArgValues(OPT_limit), ",");
  target::Resources all;
  if (llvm::Error bad = target::Target::limit(all, options.limits)) {
    in.err << "hlsc: error: --limit: " << llvm::toString(std::move(bad))
           << "\n";
    in.failed = true;
  }
}

static void readTiles(Values &in, PipelineOptions &options) {
  in.string(OPT_tiles, options.tiles);
  StringRef tiles = options.tiles;
  if (tiles == "auto" || tiles == "never" || tiles == "search")
    return;
  if (tiles.find_if_not([](char c) {
        return llvm::isAlnum(c) || c == '_' || c == ',';
      }) != StringRef::npos)
    in.bad(in.args.getLastArg(OPT_tiles))
        << "auto, never, search or names of arrays such as A,B\n";
}

/// A percentage, or the name of the preset, which is 0.
static void readUsable(Values &in, PipelineOptions &options) {
  const opt::Arg *arg = in.args.getLastArg(OPT_usable);
  if (!arg || arg->getValue() == target::buildablePreset)
    return;
  StringRef text = arg->getValue();
  text.consume_back("%");
  if (text.getAsInteger(10, options.usable) || options.usable < 1 ||
      options.usable > 100)
    in.bad(arg) << "a percentage, at least 1% and at most 100%, or "
                << target::buildablePreset << "\n";
}

static void readPipeline(Values &in, PipelineOptions &options) {
  in.string(OPT_top, options.top);
  if (options.top.empty()) {
    in.err << "hlsc: error: --top is needed\n";
    in.failed = true;
  }
  in.string(OPT_design, options.designFile);
  readPins(in, options);
  in.string(OPT_tool, options.tool);
  readTarget(in, options);
  if (const opt::Arg *clock = in.args.getLastArg(OPT_clock_ns)) {
    options.clockNs = clock->getValue();
    if (!parseClockNs(options.clockNs))
      in.bad(clock) << "a period in nanoseconds such as 4.0\n";
  }
  readUsable(in, options);
  readLimits(in, options);
  in.integer(OPT_max_partition, 1, options.maxPartition);
  in.integer(OPT_window_trip, 0, options.windowTrip);
  in.integer(OPT_window_copies, 0, options.windowCopies);
  in.integer(OPT_node_limit, 0, options.nodeLimit);
  int64_t threads = options.threads;
  in.integer(OPT_threads, 0, threads);
  options.threads = std::min<int64_t>(threads, INT32_MAX);
  if (const opt::Arg *limit = in.args.getLastArg(OPT_time_limit))
    if (StringRef(limit->getValue()).getAsDouble(options.timeLimit) ||
        !(options.timeLimit > 0))
      in.bad(limit) << "a positive number of seconds\n";
  options.treeReduction = in.args.hasArg(OPT_tree_reduction);
  options.explain = in.args.hasArg(OPT_explain);
  readTiles(in, options);
  in.choice(OPT_dsp_reuse, options.dspReuse);
  in.string(OPT_space, options.spaceName);
  explore::registerTemplates();
  const explore::Template *space = explore::findTemplate(options.spaceName);
  if (!space)
    in.bad(in.args.getLastArg(OPT_space))
        << "one of " << explore::templateNames() << "\n";
  options.fineGrained = in.args.hasArg(OPT_fine_grained);
  if (options.fineGrained && space && !space->keepsNests()) {
    in.err << "hlsc: error: --fine-grained needs --space pragmas\n";
    in.failed = true;
  }
}

static void readDse(Values &in, DriverOptions &options) {
  DseOptions &dse = options.dse;
  dse.enabled = in.args.hasArg(OPT_dse);
  const opt::Arg *other = in.args.getLastArg(
      OPT_dse_record, OPT_dse_backend, OPT_dse_partitions, OPT_dse_timeout);
  auto refuse = [&](const llvm::Twine &message) {
    in.err << "hlsc: error: " << message << "\n";
    in.failed = true;
  };
  if (!dse.enabled) {
    if (other)
      refuse(other->getSpelling() + " needs --dse");
    return;
  }
  if (in.args.hasArg(OPT_fine_grained, OPT_max_partition, OPT_design))
    refuse("--dse chooses the parallelism, the maximum partition and the "
           "design; remove these options");
  if (options.input == "-")
    refuse("--dse reads its input more than once; name a file");
  if (in.args.hasArg(OPT_space))
    dse.spaces = {options.pipeline.spaceName};
  else
    for (const explore::Template *space : explore::registeredTemplates())
      dse.spaces.push_back(space->name().str());
  in.string(OPT_dse_record, dse.record);
  in.choice(OPT_dse_backend, dse.backend);
  if (dse.backend == "vitis" && dse.record.empty())
    refuse("--dse-backend vitis needs --dse-record, beside which it works");
  int64_t timeout = dse.timeoutSeconds;
  in.integer(OPT_dse_timeout, 1, timeout);
  dse.timeoutSeconds = std::min<int64_t>(timeout, INT32_MAX);
  const opt::Arg *list = in.args.getLastArg(OPT_dse_partitions);
  if (!list)
    return;
  dse.partitions.clear();
  llvm::SmallVector<StringRef> parts;
  StringRef(list->getValue()).split(parts, ',');
  for (StringRef part : parts) {
    int64_t value = 0;
    if (part.getAsInteger(10, value) || value < 1 ||
        llvm::is_contained(dse.partitions, value)) {
      in.bad(list) << "different integers of at least 1, with commas\n";
      return;
    }
    dse.partitions.push_back(value);
  }
}

static void readReport(Values &in, DriverOptions &options) {
  in.string(OPT_report_file, options.reportFile);
  in.string(OPT_report_html, options.reportPage);
  std::string format = "table";
  in.choice(OPT_report, format);
  options.report = format == "json"   ? ReportFormat::JSON
                   : format == "none" ? ReportFormat::None
                                      : ReportFormat::Table;
}

static void readInput(Values &in, DriverOptions &options) {
  std::vector<std::string> inputs = in.args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1) {
    in.err << "hlsc: error: expected one input file, got " << inputs.size()
           << "\n";
    in.failed = true;
    return;
  }
  options.input = inputs.front();
}

bool talos::isCSource(StringRef input) {
  return input.ends_with(".c") || frontend::isCxx(input);
}

/// What only C input has.
static void readImport(Values &in, DriverOptions &options) {
  for (const opt::Arg *arg : in.args.filtered(OPT_I, OPT_D))
    options.import.clangArgs.push_back(
        (arg->getOption().matches(OPT_I) ? "-I" : "-D") +
        std::string(arg->getValue()));
  for (const opt::Arg *arg : in.args.filtered(OPT_bind)) {
    llvm::SmallVector<StringRef> parts;
    StringRef(arg->getValue()).split(parts, ',');
    for (StringRef part : parts)
      if (llvm::Error error = frontend::addBinding(part, options.import)) {
        in.err << "hlsc: error: --bind: " << llvm::toString(std::move(error))
               << "\n";
        in.failed = true;
      }
  }
  for (const opt::Arg *arg : in.args.filtered(OPT_extent)) {
    llvm::SmallVector<StringRef> parts;
    StringRef(arg->getValue()).split(parts, ',');
    for (StringRef part : parts)
      if (llvm::Error error = frontend::addExtents(part, options.import)) {
        in.err << "hlsc: error: --extent: " << llvm::toString(std::move(error))
               << "\n";
        in.failed = true;
      }
  }
  options.import.bindFromExtents = in.args.hasArg(OPT_bind_from_extents);
  bool any =
      options.import.bindFromExtents || !options.import.clangArgs.empty() ||
      !options.import.bindings.empty() || !options.import.extents.empty();
  if (any && !isCSource(options.input)) {
    in.err << "hlsc: error: -I, -D, --bind, --bind-from-extents and --extent "
              "are for C "
              "and C++, but the name of the input does not end in .c or "
              ".cpp\n";
    in.failed = true;
  }
}

/// Reports options that the table does not have, with the nearest one.
static void checkUnknown(Values &in, const HlscOptions &table) {
  for (const opt::Arg *arg : in.args.filtered(OPT_UNKNOWN)) {
    in.failed = true;
    std::string text = arg->getAsString(in.args), nearest;
    in.err << "hlsc: error: unknown option '" << text << "'";
    if (table.findNearest(text, nearest) < 3)
      in.err << "; did you mean '" << nearest << "'?";
    in.err << "\n";
  }
}

static void listTargets(llvm::raw_ostream &out) {
  for (const std::string &name : target::listTargets())
    out << name << "\n";
}

std::vector<OptionRecord> talos::driverOptionRecords() {
  HlscOptions table;
  std::vector<OptionRecord> records;
  for (const opt::OptTable::Info &info : optionTable) {
    opt::Option option = table.getOption(info.ID);
    StringRef name = option.getName();
    // Not the spelling --name=value, positional arguments and the like.
    if (info.Kind == opt::Option::InputClass ||
        info.Kind == opt::Option::UnknownClass || name.ends_with("="))
      continue;
    bool isFlag = info.Kind == opt::Option::FlagClass;
    records.push_back({name, isFlag || !info.MetaVar ? "" : info.MetaVar,
                       info.HelpText ? info.HelpText : "",
                       info.Values ? info.Values : "",
                       option.getPrefix() == "-"});
  }
  return records;
}

std::optional<ExitCode>
talos::parseDriverOptions(llvm::ArrayRef<const char *> arguments,
                          DriverOptions &options, llvm::raw_ostream &out,
                          llvm::raw_ostream &err) {
  HlscOptions table;
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList args =
      table.ParseArgs(arguments, missingIndex, missingCount);
  Values in(args, err);
  checkUnknown(in, table);
  if (missingCount != 0) {
    err << "hlsc: error: " << args.getArgString(missingIndex)
        << " needs a value\n";
    in.failed = true;
  }
  if (in.failed)
    return ExitCode::Usage;
  if (args.hasArg(OPT_help)) {
    table.printHelp(out, "hlsc [options] <kernel.mlir | kernel.c | kernel.cpp>",
                    "Talos: C or affine MLIR to checked Vitis HLS C++");
    return ExitCode::Success;
  }
  if (args.hasArg(OPT_version)) {
    out << "Talos " << TALOS_VERSION << "\n";
    return ExitCode::Success;
  }
  if (args.hasArg(OPT_list_targets)) {
    listTargets(out);
    return ExitCode::Success;
  }
  readInput(in, options);
  readPipeline(in, options.pipeline);
  readImport(in, options);
  readReport(in, options);
  readDse(in, options);
  in.integer(OPT_memory_limit, 1, options.memoryLimit);
  options.memoryLimit = std::min<int64_t>(options.memoryLimit, INT32_MAX);
  in.string(OPT_o, options.outputDir);
  in.string(OPT_csim_dir, options.csimDir);
  options.csim = args.hasArg(OPT_csim, OPT_csim_dir);
  options.verbose = args.hasArg(OPT_verbose);
  if (in.failed)
    return ExitCode::Usage;
  return std::nullopt;
}
