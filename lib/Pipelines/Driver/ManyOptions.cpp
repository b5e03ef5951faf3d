//===- ManyOptions.cpp - Options of --dse and --pareto --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/OptionValues.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/Pipeline.h"

using namespace talos;
using llvm::StringRef;
namespace opt = llvm::opt;

/// Its designs are networks of processes, or the better of two may be one.
static bool mayBeNetwork(llvm::StringRef name) {
  const explore::Template *space = explore::findTemplate(name);
  return name == betterSpace || (space && space->joinsNestsByStreams());
}

/// One space, searched twice.
static void readBottleneck(OptionValues &in, const DriverOptions &options,
                           const opt::Arg *other) {
  if (other)
    in.refuse(other->getSpelling() +
              " is about many candidates, of which --dse "
              "bottleneck has none; remove it");
  if (in.args.hasArg(OPT_design))
    in.refuse("--dse bottleneck searches for a design; remove --design");
  const std::string &space = options.pipeline.spaceName;
  if (mayBeNetwork(space))
    in.refuse("--dse bottleneck unrolls the nests of tasks; choose --space "
              "shared or pragmas");
}

void talos::readDse(OptionValues &in, DriverOptions &options) {
  DseOptions &dse = options.dse;
  dse.enabled = in.args.hasArg(OPT_dse);
  const opt::Arg *other =
      in.args.getLastArg(OPT_dse_record, OPT_dse_backend, OPT_dse_partitions,
                         OPT_dse_timeout, OPT_dse_farm);
  if (options.pipeline.bottleneck) {
    readBottleneck(in, options, other);
    dse.enabled = false;
    return;
  }
  if (!dse.enabled) {
    if (other)
      in.refuse(other->getSpelling() + " needs --dse");
    return;
  }
  if (in.args.hasArg(OPT_fine_grained, OPT_max_partition, OPT_design))
    in.refuse("--dse chooses the parallelism, the maximum partition and the "
              "design; remove these options");
  if (options.input == "-")
    in.refuse("--dse reads its input more than once; name a file");
  const std::string &space = options.pipeline.spaceName;
  if (mayBeNetwork(space))
    in.refuse("--dse has an estimate of designs of tasks alone; choose --space "
              "shared or pragmas");
  if (in.args.hasArg(OPT_space))
    dse.spaces = {space};
  else
    for (const explore::Template *space : explore::registeredTemplates())
      if (!space->joinsNestsByStreams()) // the estimator knows no networks
        dse.spaces.push_back(space->name().str());
  in.string(OPT_dse_record, dse.record);
  in.choice(OPT_dse_backend, dse.backend);
  if (dse.backend != "estimator" && dse.record.empty())
    in.refuse("--dse-backend " + dse.backend +
              " needs --dse-record, beside which it works");
  in.string(OPT_dse_farm, dse.farm);
  if (in.args.hasArg(OPT_dse_farm) && dse.backend != "farm")
    in.refuse("--dse-farm needs --dse-backend farm");
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

/// The amount of this name; BRAM is short for BRAM_18K.
static const target::AmountField *amountOf(StringRef name) {
  for (const target::AmountField &field : target::amountFields)
    if (name == field.name || (name == "BRAM" && field.name == "BRAM_18K"))
      return &field;
  return nullptr;
}

/// `cycles,DSP`: cycles, and one amount or more.
static void readObjectives(OptionValues &in, const opt::Arg *arg,
                           ParetoOptions &options) {
  llvm::SmallVector<StringRef> names;
  StringRef(arg->getValue()).split(names, ',');
  bool hasCycles = false, isBad = false;
  for (StringRef name : names) {
    const target::AmountField *field = amountOf(name);
    if (name == "cycles" && !hasCycles)
      hasCycles = true;
    else if (field && !llvm::is_contained(options.amounts, field))
      options.amounts.push_back(field);
    else
      isBad = true;
  }
  if (isBad || !hasCycles || options.amounts.empty())
    in.bad(arg) << "cycles and at least one of DSP, BRAM_18K, URAM, LUT, FF "
                   "and ports, none twice, such as cycles,DSP\n";
}

void talos::readPareto(OptionValues &in, DriverOptions &options) {
  const opt::Arg *objectives = in.args.getLastArg(OPT_pareto);
  if (!objectives) {
    if (in.args.hasArg(OPT_pareto_record))
      in.refuse("--pareto-record needs --pareto");
    return;
  }
  readObjectives(in, objectives, options.pareto);
  in.string(OPT_pareto_record, options.pareto.record);
  if (const opt::Arg *other =
          in.args.getLastArg(OPT_dse, OPT_design, OPT_csim, OPT_csim_dir,
                             OPT_simulate, OPT_explain, OPT_report_file))
    in.refuse(
        "--pareto compiles no design, so that " + other->getSpelling() +
        " says nothing; remove it, and compile a design of the front with "
        "--design");
  if (options.input == "-")
    in.refuse("--pareto reads its input more than once; name a file");
}
