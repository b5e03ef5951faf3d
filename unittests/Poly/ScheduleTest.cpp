//===- ScheduleTest.cpp - Dependences, legality, code against enumeration -===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Oracle.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"
#include "isl/isl-noexceptions.h"
#include "isl/options.h"
#include <memory>
#include <regex>

using namespace talos::poly;
using namespace talos::poly::test;

namespace {

struct Case {
  const char *name;
  const char *kernel;
  std::vector<std::string> schedules; ///< beside the source's own
};

std::ostream &operator<<(std::ostream &os, const Case &c) {
  return os << c.name;
}

/// The time of every instance, by isl.
std::vector<std::vector<int64_t>> timesOf(const std::vector<Instance> &trace,
                                          const std::string &schedule) {
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> ctx(isl_ctx_alloc(),
                                                        isl_ctx_free);
  std::vector<std::vector<int64_t>> times;
  isl::union_map map(ctx.get(), schedule);
  for (const Instance &instance : trace) {
    isl::union_set point(ctx.get(), "{ " + instance.tuple() + " }");
    isl::set time = isl::manage(
        isl_set_from_union_set(isl_union_set_apply(point.copy(), map.copy())));
    std::vector<int64_t> values;
    for (isl_size d = 0; d < isl_set_dim(time.get(), isl_dim_set); ++d) {
      isl::val value = isl::manage(isl_set_dim_max_val(time.copy(), d));
      values.push_back(isl_val_get_num_si(value.get()));
    }
    times.push_back(values);
  }
  return times;
}

/// The keys of the instances in the order of time; equal times keep theirs.
std::vector<std::string>
inOrder(const std::vector<Instance> &trace,
        const std::vector<std::vector<int64_t>> &times) {
  std::multimap<std::vector<int64_t>, std::string> ordered;
  for (size_t i = 0; i < trace.size(); ++i)
    ordered.emplace(times[i], trace[i].key());
  std::vector<std::string> keys;
  for (const auto &entry : ordered)
    keys.push_back(entry.second);
  return keys;
}

class Schedules : public ::testing::TestWithParam<Case> {};

TEST_P(Schedules, DependencesEqualEnumeration) {
  Program program(GetParam().kernel);
  auto scop = Scop::build(program.func());
  ASSERT_TRUE(mlir::succeeded(scop));
  std::vector<Instance> trace = execute(program.func());
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> ctx(isl_ctx_alloc(),
                                                        isl_ctx_free);
  for (DependenceKind kind :
       {DependenceKind::RAW, DependenceKind::WAR, DependenceKind::WAW}) {
    std::string text;
    for (const std::string &pair : dependences(trace, kind))
      text += (text.empty() ? "" : "; ") + pair;
    isl::union_map expected(ctx.get(), "{ " + text + " }");
    isl::union_map actual(ctx.get(), (*scop)->dependencesText(kind));
    EXPECT_TRUE(actual.is_equal(expected).is_true())
        << stringify(kind).str() << ": " << (*scop)->dependencesText(kind);
  }
}

TEST_P(Schedules, CountsEqualEnumeration) {
  Program program(GetParam().kernel);
  auto scop = Scop::build(program.func());
  ASSERT_TRUE(mlir::succeeded(scop));
  std::map<std::string, int64_t> counts;
  for (const Instance &instance : execute(program.func()))
    ++counts[instance.statement];
  for (unsigned s = 0; s < (*scop)->statements().size(); ++s)
    EXPECT_EQ((*scop)->countInstances(s),
              counts[(*scop)->statements()[s].name]);
}

/// The schedule as affine maps: `S0[i, j] -> [2t + floor(i/2), j]` is
/// `(i, j) -> (2 * t + i floordiv 2, j)`.
Schedule mapsOf(const Scop &scop, const std::string &text,
                mlir::MLIRContext *context) {
  Schedule maps(scop.statements().size());
  static const std::regex piece(R"((\w+)\[([^\]]*)\] -> \[([^\]]*)\])");
  for (std::sregex_iterator it(text.begin(), text.end(), piece), end; it != end;
       ++it) {
    std::string times = std::regex_replace(
        (*it)[3].str(), std::regex(R"(floor\((\([^)]*\)|\w+)/(\d+)\))"),
        "($1 floordiv $2)");
    times = std::regex_replace(times, std::regex(R"((\d)([a-z]))"), "$1 * $2");
    auto map = mlir::parseAttribute(
        "affine_map<(" + (*it)[2].str() + ") -> (" + times + ")>", context);
    maps[*scop.findStatement((*it)[1].str())] =
        llvm::cast<mlir::AffineMapAttr>(map).getValue();
  }
  return maps;
}

std::vector<std::string> keysOf(const std::vector<Instance> &trace) {
  std::vector<std::string> keys;
  for (const Instance &instance : trace)
    keys.push_back(instance.key());
  return keys;
}

/// A legal schedule is accepted and its code runs the instances in its order;
/// an illegal one is refused and leaves the function alone. Both must occur.
TEST_P(Schedules, LegalityAndCodeEqualEnumeration) {
  unsigned legal = 0, illegal = 0;
  for (const std::string &schedule : GetParam().schedules)
    for (bool asMaps : {false, true}) {
      Program program(GetParam().kernel);
      auto scop = Scop::build(program.func());
      ASSERT_TRUE(mlir::succeeded(scop));
      std::vector<Instance> trace = execute(program.func());
      auto times = timesOf(trace, schedule);
      bool expected = isLegal(trace, times);
      Schedule maps = mapsOf(**scop, schedule, &program.context);
      Legality legality = asMaps ? (*scop)->checkSchedule(maps)
                                 : (*scop)->checkSchedule(schedule);
      ASSERT_NE(legality.status, Legality::Malformed) << legality.str();
      EXPECT_EQ(bool(legality), expected) << schedule << ": " << legality.str();
      (expected ? legal : illegal) += 1;
      auto generated =
          asMaps ? (*scop)->generate(maps) : (*scop)->generate(schedule);
      EXPECT_EQ(mlir::succeeded(generated), expected) << schedule;
      if (expected) {
        EXPECT_TRUE(mlir::succeeded(mlir::verify(program.func())));
      }
      EXPECT_EQ(keysOf(execute(program.func())),
                expected ? inOrder(trace, times) : keysOf(trace))
          << schedule << (asMaps ? " as maps" : "");
    }
  EXPECT_GT(legal, 0u);
  EXPECT_GT(illegal, 0u);
}

/// Regenerating the order of the source, and the maximal distribution.
TEST_P(Schedules, SourceAndDistribution) {
  for (bool distribute : {false, true}) {
    Program program(GetParam().kernel);
    auto scop = Scop::build(program.func());
    ASSERT_TRUE(mlir::succeeded(scop));
    std::vector<Instance> trace = execute(program.func());
    Schedule schedule =
        distribute ? (*scop)->treeSchedule((*scop)->maximalDistribution())
                   : (*scop)->sourceSchedule();
    auto times = timesOf(trace, (*scop)->text(schedule));
    EXPECT_TRUE(isLegal(trace, times));
    ASSERT_TRUE(mlir::succeeded((*scop)->generate(schedule)));
    EXPECT_EQ(keysOf(execute(program.func())), inOrder(trace, times));
    // The result is affine code again, with the same dependences to respect.
    auto after = Scop::build(program.func());
    ASSERT_TRUE(mlir::succeeded(after));
    if (!distribute) {
      EXPECT_EQ((*after)->text((*after)->sourceSchedule()),
                (*scop)->text(schedule));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Schedules,
    ::testing::Values(
        Case{"gemm",
             gemm,
             {"{ S0[i, j] -> [0, i, j, 0]; S1[i, j, k] -> [1, k, j, i] }",
              "{ S0[i, j] -> [0, i, j, 0]; S1[i, j, k] -> [1, -k, j, i] }",
              "{ S0[i, j] -> [1, i, j, 0]; S1[i, j, k] -> [0, i, j, k] }",
              "{ S0[i, j] -> [i, j, -1]; S1[i, j, k] -> [i, j, k] }",
              "{ S0[i, j] -> [0, i, j]; S1[i, j, k] -> "
              "[1, floor(i/2), floor(k/3), j, i mod 2, k mod 3] }",
              "{ S0[i, j] -> [0, i, j]; S1[i, j, k] -> "
              "[1, k mod 2, floor(k/2), j, i] }",
              "{ S0[i, j] -> [0, i, j]; S1[i, j, k] -> "
              "[1, j mod 2, k, floor(j/2), 0, i] }",
              "{ S0[i, j] -> [j, i + j, 0]; S1[i, j, k] -> [j, i + j, k + 1] }",
              "{ S0[i, j] -> [floor(j/2), i, 0, j]; S1[i, j, k] -> "
              "[floor(j/2), i, 1, j + k, k] }",
              "{ S0[i, j] -> [0, floor(j/2), i, j mod 2]; S1[i, j, k] -> "
              "[1, floor(j/2), i, j mod 2, k] }"}},
        Case{"trmm",
             trmm,
             {"{ S0[i, j, k] -> [j, i, 0, k]; S1[i, j] -> [j, i, 1, 0] }",
              "{ S0[i, j, k] -> [0, i, j, k]; S1[i, j] -> [1, i, j, 0] }",
              "{ S0[i, j, k] -> [1, i, j, k]; S1[i, j] -> [0, i, j, 0] }",
              "{ S0[i, j, k] -> [0, k, i, j]; S1[i, j] -> [1, i, j, 0] }",
              "{ S0[i, j, k] -> [floor(i/2), j, i, k]; S1[i, j] -> "
              "[floor(i/2), j, i, 9] }",
              "{ S0[i, j, k] -> [j, i, 0, k]; S1[i, j] -> [j, i, 1, 0] }",
              "{ S0[i, j, k] -> [i, 0, j + k, k]; S1[i, j] -> [i, 1, j, 0] }"}},
        Case{"jacobi",
             jacobi,
             {"{ S0[t, i] -> [2t + i, 0, t, i]; S1[t, i] -> [2t + i + 1, 1, t, "
              "i] }",
              "{ S0[t, i] -> [t + i, t, 0]; S1[t, i] -> [t + i, t, 1] }",
              "{ S0[t, i] -> [0, t, i]; S1[t, i] -> [1, t, i] }",
              "{ S0[t, i] -> [t, 0, -i]; S1[t, i] -> [t, 1, i] }"}},
        Case{"seidel",
             seidel,
             {"{ S0[t, i, j] -> [t, i + j, i] }",
              "{ S0[t, i, j] -> [t, j, i] }", "{ S0[t, i, j] -> [i, t, j] }",
              "{ S0[t, i, j] -> [t + i, t, 2t + j] }",
              "{ S0[t, i, j] -> [floor((t + i)/2), floor((2t + j)/2), t, i, j] "
              "}"}},
        Case{"strided",
             strided,
             {"{ S0[i, j] -> [i, j] }", "{ S0[i, j] -> [j, i] }",
              "{ S0[i, j] -> [-i, -j] }",
              "{ S0[i, j] -> [floor(i/6), i, j] }"}},
        Case{"guarded",
             guarded,
             {"{ S0[i] -> [i, 0]; S1[i] -> [i, 1]; S2[i] -> [i, 2] }",
              "{ S0[i] -> [0, i]; S1[i] -> [1, i]; S2[i] -> [2, i] }",
              "{ S0[i] -> [floor(i/3), i, 0]; S1[i] -> [floor(i/3), i, 0]; "
              "S2[i] -> [floor(i/3), i, 1] }"}},
        Case{"tensor",
             tensor,
             {"{ S0[i, k, l] -> [k, i, l] }", "{ S0[i, k, l] -> [i, l, k] }",
              "{ S0[i, k, l] -> [k, l, i] }",
              "{ S0[i, k, l] -> [floor(k/2), i, k, l] }"}}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
