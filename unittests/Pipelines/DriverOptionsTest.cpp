//===- DriverOptionsTest.cpp - Command line of hlsc -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Driver.h"
#include "gtest/gtest.h"

using namespace talos;

namespace {
struct Parsed {
  std::optional<ExitCode> code;
  DriverOptions options;
  std::string out, err;
};

Parsed parse(std::vector<const char *> arguments) {
  Parsed result;
  llvm::raw_string_ostream out(result.out), err(result.err);
  result.code = parseDriverOptions(arguments, result.options, out, err);
  return result;
}
} // namespace

TEST(Clock, DecimalNanosecondsAreExactPicoseconds) {
  EXPECT_EQ(parseClockNs("4"), 4000);
  EXPECT_EQ(parseClockNs("4.0"), 4000);
  EXPECT_EQ(parseClockNs("3.333"), 3333);
  EXPECT_EQ(parseClockNs("0.5"), 500);
  EXPECT_EQ(parseClockNs("4.55"), 4550);
}

TEST(Clock, AnythingElseIsRefused) {
  for (const char *text : {"", ".", "0", "0.0", "-4", "4.0001", "4ns", "1e3",
                           "4.0.0", " 4", "99999999", "nan"})
    EXPECT_EQ(parseClockNs(text), std::nullopt) << text;
}

TEST(DriverOptions, BothSpellingsAndEveryOption) {
  Parsed parsed = parse({"k.mlir",
                         "--top=f",
                         "--target",
                         "u200",
                         "--clock-ns=3.5",
                         "--usable",
                         "60%",
                         "--limit=DSP=1368,URAM=5",
                         "--limit",
                         "LUT=9",
                         "--max-partition=64",
                         "--tree-reduction",
                         "--dsp-reuse=pessimistic",
                         "--node-limit=7",
                         "--time-limit=0.5",
                         "--threads=2",
                         "--design=d.json",
                         "--tool=2022.1",
                         "--report=json",
                         "--report-file=r.json",
                         "--csim",
                         "--verbose",
                         "-o",
                         "out"});
  ASSERT_EQ(parsed.code, std::nullopt) << parsed.err;
  const DriverOptions &options = parsed.options;
  EXPECT_EQ(options.input, "k.mlir");
  EXPECT_EQ(options.outputDir, "out");
  EXPECT_EQ(options.reportFile, "r.json");
  EXPECT_EQ(options.report, ReportFormat::JSON);
  EXPECT_TRUE(options.csim && options.verbose);
  const PipelineOptions &pipeline = options.pipeline;
  EXPECT_EQ(pipeline.top, "f");
  EXPECT_EQ(pipeline.target, "u200");
  EXPECT_EQ(pipeline.tool, "2022.1");
  EXPECT_EQ(pipeline.designFile, "d.json");
  EXPECT_EQ(pipeline.clockNs, "3.5");
  EXPECT_EQ(pipeline.usable, 60);
  EXPECT_EQ(pipeline.limits, "DSP=1368,URAM=5,LUT=9");
  EXPECT_EQ(pipeline.maxPartition, 64);
  EXPECT_EQ(pipeline.nodeLimit, 7);
  EXPECT_EQ(pipeline.timeLimit, 0.5);
  EXPECT_EQ(pipeline.threads, 2u);
  EXPECT_TRUE(pipeline.treeReduction);
  EXPECT_EQ(pipeline.dspReuse, "pessimistic");
}

TEST(DriverOptions, UsableIsAPercentageOrThePreset) {
  const std::pair<const char *, int64_t> cases[] = {
      {"--usable=100%", 100}, {"--usable=1", 1}, {"--usable=buildable", 0}};
  for (auto [option, percent] : cases) {
    Parsed parsed = parse({"k.mlir", "--top=f", "--target=u200", option});
    ASSERT_EQ(parsed.code, std::nullopt) << parsed.err;
    EXPECT_EQ(parsed.options.pipeline.usable, percent) << option;
  }
}

TEST(DriverOptions, WrongCommandLinesAreUsageErrorsThatSayWhy) {
  const std::pair<std::vector<const char *>, const char *> cases[] = {
      {{"k.mlir", "--top=f"}, "--target or --target-file is needed"},
      {{"k.mlir", "--target=u200"}, "--top is needed"},
      {{"--top=f", "--target=u200"}, "expected one input file, got 0"},
      {{"a", "b", "--top=f", "--target=u200"}, "one input file, got 2"},
      {{"k", "--topp=f"}, "unknown option '--topp=f'; did you mean '--top=f'?"},
      {{"k", "--top=f", "--target"}, "--target needs a value"},
      {{"k", "--top=f", "--target=u200", "--usable=0"}, "at least 1"},
      {{"k", "--top=f", "--target=u200", "--usable=101%"}, "at most 100%"},
      {{"k", "--top=f", "--target=u200", "--usable=whole"}, "or buildable"},
      {{"k", "--top=f", "--target=u200", "--limit=DPS=3"},
       "--limit: limit 'DPS=3': expected DSP, BRAM_18K, URAM, LUT, FF or "
       "ports"},
      {{"k", "--top=f", "--target=u200", "--limit=DSP=-3"},
       "limit 'DSP=-3': expected a whole number, 0 or more"},
      {{"k", "--top=f", "--target=u200", "--limit=DSP=3", "--limit=DSP=4"},
       "limit 'DSP=4': it is limited twice"},
      {{"k", "--top=f", "--target=u200", "--clock-ns=x"}, "nanoseconds"},
      {{"k", "--top=f", "--target=u200", "--time-limit=-1"}, "positive"},
      {{"k", "--top=f", "--target=u200", "--report=xml"},
       "table or json or none"},
      {{"k", "--top=f", "--target=u200", "--dsp-reuse=no"}, "pessimistic"},
      {{"k", "--top=f", "--target=u200", "--target-file=x.json"}, "exclude"},
      {{"k", "--top=f", "--target-file=x.txt"}, "ends in .json"},
      {{"k", "--top=f", "--target=u200", "--node-limit=many"}, "an integer"}};
  for (const auto &[arguments, message] : cases) {
    Parsed parsed = parse(arguments);
    EXPECT_EQ(parsed.code, ExitCode::Usage) << message;
    EXPECT_NE(parsed.err.find(message), std::string::npos) << parsed.err;
    EXPECT_EQ(parsed.out, "");
  }
}

TEST(DriverOptions, InformationEndsTheProgram) {
  EXPECT_EQ(parse({"--help"}).code, ExitCode::Success);
  EXPECT_NE(parse({"--help"}).out.find("--tree-reduction"), std::string::npos);
  EXPECT_EQ(parse({"--list-targets"}).code, ExitCode::Success);
  EXPECT_NE(parse({"--list-targets"}).out.find("u200\n"), std::string::npos);
  EXPECT_NE(parse({"--version"}).out.find("Talos "), std::string::npos);
}
