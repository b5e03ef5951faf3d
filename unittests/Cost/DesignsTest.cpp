//===- DesignsTest.cpp - Published designs against the model --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublishedDesign.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::test;

namespace {

double error(Int predicted, int64_t measured) {
  return 100.0 * (double(predicted.value()) - double(measured)) /
         double(measured);
}

struct Mean {
  double sum = 0, worst = 0;
  int count = 0;
  void add(double percent) {
    sum += std::abs(percent);
    worst = std::max(worst, std::abs(percent));
    ++count;
  }
  double mean() const { return sum / count; }
};

/// The designs that the project promises figures for.
bool isPromised(llvm::StringRef design) {
  static const llvm::StringSet<> kernels = {
      "2mm",     "atax", "bicg",        "gemm",
      "gesummv", "mvt",  "bert_100_64", "bert_100_3072"};
  return kernels.contains(design.drop_front(4));
}

TEST(Designs, PredictsPublishedDesigns) {
  Mean latency, dsp, lut, ff;
  int promised = 0;
  llvm::outs() << "design                latency   error %  DSP err %  BRAM  "
                  "URAM  LUT err %  FF err %\n";
  for (const PublishedDesign &design : publishedDesigns()) {
    Estimate e = estimate(design, u200());
    ASSERT_TRUE(e.latency.isValid()) << design.name;
    double percent = error(e.latency, integer(design.row, "latency"));
    double dspPercent = error(e.resources.dsp, integer(design.row, "dsp"));
    double lutPercent = error(e.resources.lut, integer(design.row, "lut"));
    double ffPercent = error(e.resources.ff, integer(design.row, "ff"));
    llvm::outs() << llvm::format(
        "%-20s %8lld %9.3f %9.3f %6lld %5lld %9.2f %9.2f%s\n",
        design.name.c_str(), (long long)e.latency.value(), percent, dspPercent,
        (long long)e.resources.bram.value(),
        (long long)e.resources.uram.value(), lutPercent, ffPercent,
        isPromised(design.name) ? "" : "  (other)");
    if (!isPromised(design.name))
      continue;
    ++promised;
    latency.add(percent);
    dsp.add(dspPercent);
    lut.add(lutPercent);
    ff.add(ffPercent);
    EXPECT_LE(std::abs(percent), 1.0) << design.name;
    EXPECT_LE(std::abs(dspPercent), 3.0) << design.name;
    EXPECT_EQ(e.resources.bram, Int(integer(design.row, "bram")))
        << design.name;
    EXPECT_EQ(e.resources.uram, Int(integer(design.row, "uram")))
        << design.name;
  }
  llvm::outs() << llvm::format(
      "16 designs: latency mean %.3f %% worst %.3f %%, DSP mean %.3f %% worst "
      "%.3f %%, LUT mean %.2f %% worst %.2f %%, FF mean %.2f %% worst %.2f "
      "%%\n",
      latency.mean(), latency.worst, dsp.mean(), dsp.worst, lut.mean(),
      lut.worst, ff.mean(), ff.worst);
  EXPECT_EQ(promised, 16);
  EXPECT_LE(latency.mean(), 0.05);
  EXPECT_LE(lut.mean(), 10);
  EXPECT_LE(ff.mean(), 10);
}

// Depth and II of every unguarded statement of the calibration set, as far as
// the published rules go: the exceptions are listed with what the tool does.
TEST(Designs, PredictsStatements) {
  Mean task;
  int exactII = 0, exactDepth = 0, all = 0;
  for (const PublishedDesign &design : publishedDesigns()) {
    Estimate e = estimate(design, u200());
    for (unsigned i = 0; i < e.tasks.size(); ++i) {
      const Row &row = design.statements[i].row;
      ++all;
      exactII += e.tasks[i].ii == Int(integer(row, "ii"));
      // Depths 1 and 2 take the same time.
      Int mine = max(e.tasks[i].iterationLatency, 2);
      exactDepth += mine == max(Int(integer(row, "depth")), 2);
      task.add(error(e.tasks[i].latency, integer(row, "task_latency")));
      if (e.tasks[i].ii != Int(integer(row, "ii")) ||
          mine != max(Int(integer(row, "depth")), 2))
        llvm::outs() << design.name << " " << i << ": II "
                     << e.tasks[i].ii.value() << " / " << row.at("ii")
                     << ", depth " << mine.value() << " / " << row.at("depth")
                     << ", task " << e.tasks[i].latency.value() << " / "
                     << row.at("task_latency") << "\n";
    }
  }
  llvm::outs() << "statements: " << all << ", II exact " << exactII
               << ", depth exact " << exactDepth << ", task latency mean error "
               << llvm::format("%.3f %%\n", task.mean());
  EXPECT_EQ(exactII, all);
  EXPECT_LE(task.mean(), 1.0);
}

} // namespace
