//===- DriverOptions.cpp - Command line of hlsc ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Doctor.h"
#include "Pipelines/Driver/OptionValues.h"
#include "talos/Explore/Template.h"
#include "talos/NLP/Pins.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Pipelines/Pipeline.h"
#include "talos/Support/Nesting.h"
#include "talos/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace talos;
using llvm::StringRef;
namespace opt = llvm::opt;

static void readTarget(OptionValues &in, PipelineOptions &options) {
  in.string(OPT_target, options.target);
  const opt::Arg *file = in.args.getLastArg(OPT_target_file);
  if (!file) {
    if (options.target.empty()) {
      in.refuse("--target or --target-file is needed; devices with a file of "
                "their own: " +
                llvm::join(target::listTargets(), ", ") +
                ", as in --target u200");
    }
    return;
  }
  if (!options.target.empty()) {
    in.refuse("--target and --target-file exclude each other; remove one");
  }
  options.target = file->getValue();
  if (!StringRef(options.target).ends_with(".json"))
    in.bad(file) << "a file whose name ends in .json\n";
}

/// The pins of all --pin and --pin-file, with their syntax checked.
static void readPins(OptionValues &in, PipelineOptions &options) {
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
static void readLimits(OptionValues &in, PipelineOptions &options) {
  options.limits = llvm::join(in.args.getAllArgValues(OPT_limit), ",");
  target::Amounts all;
  if (llvm::Error bad = target::Target::limit(all, options.limits)) {
    in.err << "hlsc: error: --limit: " << llvm::toString(std::move(bad))
           << "\n";
    in.failed = true;
  }
}

static void readTiles(OptionValues &in, PipelineOptions &options) {
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
static void readUsable(OptionValues &in, PipelineOptions &options) {
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

/// The loops as they are, a number, or what the driver finds.
static void readSchedule(OptionValues &in, PipelineOptions &options) {
  const opt::Arg *arg = in.args.getLastArg(OPT_schedule);
  StringRef text = arg ? arg->getValue() : "auto";
  if (text == "auto")
    options.schedule = -1;
  else if (text == "source")
    options.schedule = 0;
  else if (text.ends_with(".mlir")) {
    options.schedule = 0;
    options.scheduleFile = text.str();
  } else if (text.getAsInteger(10, options.schedule) || options.schedule < 0)
    in.bad(arg)
        << "auto, source, the number of a schedule or a script in a file "
           "that ends in .mlir\n";
}

/// A number; of none, `1` is as good.
static void readWorkers(OptionValues &in, PipelineOptions &options) {
  in.string(OPT_workers, options.workers);
  int64_t number = 0;
  if (options.workers.empty() || options.workers == "auto")
    return;
  if (StringRef(options.workers).getAsInteger(10, number) || number < 1 ||
      number > INT32_MAX)
    in.bad(in.args.getLastArg(OPT_workers)) << "a number of workers, or auto\n";
  if (number == 1)
    options.workers.clear();
}

static void readPipeline(OptionValues &in, PipelineOptions &options) {
  in.string(OPT_top, options.top);
  if (options.top.empty()) {
    in.refuse("--top is needed; name the function to compile, as in --top "
              "gemm");
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
  in.choice(OPT_layout, options.layout);
  in.integer(OPT_max_ports, 1, options.maxPorts);
  in.integer(OPT_padding, 0, options.padding);
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
  in.choice(OPT_memory, options.memory);
  options.explain = in.args.hasArg(OPT_explain);
  options.noPairs = in.args.hasArg(OPT_no_pairs);
  in.string(OPT_slrs, options.slrs);
  in.string(OPT_slr_share, options.slrShare);
  readWorkers(in, options);
  options.separate = in.args.hasArg(OPT_separate);
  readSchedule(in, options);
  options.widen = in.args.hasArg(OPT_widen);
  options.storeOld = in.args.hasArg(OPT_store_old);
  options.copyOperands = in.args.hasArg(OPT_copy_operands);
  options.carriers = in.args.hasArg(OPT_carriers);
  if (StringRef(in.args.getLastArgValue(OPT_partial_sums)) != "auto")
    in.integer(OPT_partial_sums, 0, options.partialSums);
  readTiles(in, options);
  in.choice(OPT_dsp_reuse, options.dspReuse);
  in.string(OPT_space, options.spaceName);
  explore::registerTemplates();
  const explore::Template *space = explore::findTemplate(options.spaceName);
  if (!space && options.spaceName != betterSpace)
    in.bad(in.args.getLastArg(OPT_space))
        << "one of " << explore::templateNames() << ", " << betterSpace << "\n";
  // What the program is else is open alike; pins name what is not cut.
  bool isOpen = options.schedule < 0 && options.pins.empty();
  options.blocks = isOpen ? "auto" : "";
  in.string(OPT_blocks, options.blocks);
  options.fineGrained = in.args.hasArg(OPT_fine_grained);
  if (options.fineGrained && space && !space->keepsNests()) {
    in.err << "hlsc: error: --fine-grained needs --space pragmas\n";
    in.failed = true;
  }
  if (!options.workers.empty() && space && !space->joinsNestsByStreams())
    in.refuse("--workers needs nests that are processes: --space streamed");
}

static void readReport(OptionValues &in, DriverOptions &options) {
  in.string(OPT_report_file, options.reportFile);
  in.string(OPT_report_html, options.reportPage);
  std::string format = "table";
  in.choice(OPT_report, format);
  options.report = format == "json"   ? ReportFormat::JSON
                   : format == "none" ? ReportFormat::None
                                      : ReportFormat::Table;
}

/// Whether the argument is the value that --dse may have.
static bool isDseSearch(const opt::InputArgList &args, const opt::Arg *input) {
  return input->getValue() == StringRef("bottleneck") &&
         llvm::any_of(args.filtered(OPT_dse), [&](const opt::Arg *dse) {
           return dse->getIndex() + 1 == input->getIndex();
         });
}

static void readInput(OptionValues &in, DriverOptions &options) {
  std::vector<std::string> inputs;
  for (const opt::Arg *arg : in.args.filtered(OPT_INPUT)) {
    if (isDseSearch(in.args, arg))
      options.pipeline.bottleneck = true;
    else
      inputs.push_back(arg->getValue());
  }
  if (inputs.size() != 1) {
    in.refuse("expected one input file, got " + llvm::Twine(inputs.size()) +
              "; hlsc --help shows examples");
    return;
  }
  options.input = inputs.front();
}

bool talos::isCSource(StringRef input) {
  return input.ends_with(".c") || frontend::isCxx(input);
}

/// What only C input has.
static void readImport(OptionValues &in, DriverOptions &options) {
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
    in.refuse("-I, -D, --bind, --bind-from-extents and --extent are for C and "
              "C++, but the name of the input does not end in .c or .cpp; "
              "rename it, or remove these options");
  }
}

/// Reports options that the table does not have, with the nearest one.
static void checkUnknown(OptionValues &in, const HlscOptions &table) {
  for (const opt::Arg *arg : in.args.filtered(OPT_UNKNOWN)) {
    in.failed = true;
    std::string text = arg->getAsString(in.args), nearest;
    in.err << "hlsc: error: unknown option '" << text << "'";
    if (table.findNearest(text, nearest) < 3)
      in.err << "; did you mean '" << nearest << "'?";
    else
      in.err << "; hlsc --help lists all";
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
  for (const opt::OptTable::Info &info : HlscOptions::infos()) {
    opt::Option option = table.getOption(info.ID);
    StringRef name = option.getName();
    // Not --name=value and other second names, positional arguments and the
    // like.
    if (info.Kind == opt::Option::InputClass ||
        info.Kind == opt::Option::UnknownClass || option.getAlias().isValid())
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
  OptionValues in(args, err);
  checkUnknown(in, table);
  if (missingCount != 0) {
    err << "hlsc: error: " << args.getArgString(missingIndex)
        << " needs a value; hlsc --help says which\n";
    in.failed = true;
  }
  if (in.failed)
    return ExitCode::Usage;
  if (args.hasArg(OPT_help)) {
    printHelp(table, out);
    return ExitCode::Success;
  }
  if (args.hasArg(OPT_version)) {
    printVersion(out);
    return ExitCode::Success;
  }
  if (args.hasArg(OPT_list_targets)) {
    listTargets(out);
    return ExitCode::Success;
  }
  if (args.getAllArgValues(OPT_INPUT) == std::vector<std::string>{"doctor"})
    return examine(out);
  readInput(in, options);
  readPipeline(in, options.pipeline);
  readImport(in, options);
  readReport(in, options);
  readDse(in, options);
  readPareto(in, options);
  in.integer(OPT_memory_limit, 1, options.memoryLimit);
  options.memoryLimit = std::min<int64_t>(options.memoryLimit, INT32_MAX);
  in.string(OPT_o, options.outputDir);
  in.string(OPT_csim_dir, options.csimDir);
  options.csim = args.hasArg(OPT_csim, OPT_csim_dir);
  options.writesRun = args.hasArg(OPT_simulate);
  if (options.writesRun && options.outputDir.empty())
    in.refuse("--simulate writes files, and needs -o, the directory for them");
  options.verbose = args.hasArg(OPT_verbose);
  if (in.failed)
    return ExitCode::Usage;
  return std::nullopt;
}
