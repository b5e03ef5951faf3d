//===- DesignFileTest.cpp - Design points in files ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/DesignFile.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace talos;

namespace {
class DesignFile : public testing::Test {
protected:
  DesignFile() {
    context.loadDialect<hls::HLSDialect>();
    context.getDiagEngine().registerHandler(
        [&](Diagnostic &diagnostic) { errors += diagnostic.str() + "\n"; });
  }

  FailureOr<hls::DesignAttr> read(StringRef text) {
    errors.clear();
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    EXPECT_TRUE(bool(value)) << text.str();
    return designFromJSON(*value, &context, [&]() {
      return emitError(UnknownLoc::get(&context));
    });
  }

  /// Reads a design that must be refused with `message`.
  void refuse(StringRef text, StringRef message) {
    EXPECT_TRUE(failed(read(text))) << text.str();
    EXPECT_NE(errors.find(message.str()), std::string::npos)
        << "got: " << errors << "expected: " << message.str();
  }

  MLIRContext context;
  std::string errors;
};

constexpr const char *fullDesign = R"(#hls.design<
  tasks = [<name = "S0", statements = ["S0"],
            schedule = affine_map<(d0, d1) -> (d1, d0)>,
            loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>,
                     <name = "j", trip = 9, padded = 10, factors = [5, 1, 2]>],
            order = ["j", "i"], pipelined = "i", ii = 3,
            accumulator = local, cycles = 77>],
  arrays = [<array = "A", task = "S0", define = 1, transfer = 1, copies = 2,
             beat = 4, partition = <[<cyclic, 2>, <complete>]>,
             storage = bram>],
  status = "feasible", cycles = 123, bound = 100,
  resources = {DSP = 5 : i64, LUT = 1000 : i64}>)";

TEST_F(DesignFile, JsonKeepsEveryField) {
  auto design =
      dyn_cast_or_null<hls::DesignAttr>(parseAttribute(fullDesign, &context));
  ASSERT_TRUE(design) << errors;
  std::string text;
  llvm::raw_string_ostream(text) << designToJSON(design);
  FailureOr<hls::DesignAttr> again = read(text);
  ASSERT_TRUE(succeeded(again)) << errors << text;
  EXPECT_EQ(*again, design) << text;
}

TEST_F(DesignFile, DefaultsAreThoseOfTheAttribute) {
  auto design = read(R"({"tasks": [{"name": "S0", "statements": ["S0"],
    "loops": [{"name": "i", "trip": 8, "factors": [4, 1, 2]}], "order": ["i"]}],
    "arrays": [{"array": "A", "partition": [{"kind": "cyclic", "factor": 2}]}]})");
  ASSERT_TRUE(succeeded(design)) << errors;
  auto expected = parseAttribute(
      R"(#hls.design<tasks = [<name = "S0", statements = ["S0"],
         loops = [<name = "i", trip = 8, padded = 8, factors = [4, 1, 2]>], order = ["i"]>],
         arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>)",
      &context);
  EXPECT_EQ(Attribute(*design), expected);
}

TEST_F(DesignFile, ErrorsNameThePlace) {
  refuse("[]", "design: expected an object");
  refuse(R"({"arrays": []})", "the key \"tasks\" is missing");
  refuse(R"({"tasks": [], "arrays": [], "cycels": 3})",
         "design: unknown key \"cycels\"");
  refuse(R"({"tasks": 3, "arrays": []})", "design.tasks: expected an array");
  refuse(R"({"tasks": [{"name": "S0", "statements": ["S0"],
    "loops": [{"name": "i", "trip": "8", "factors": []}]}], "arrays": []})",
         "design.tasks[0].loops[0].trip: expected an integer");
  refuse(R"({"tasks": [], "arrays": [{"array": "A", "partition":
    [{"kind": "diagonal"}]}]})",
         "design.arrays[0].partition[0].kind: unknown value 'diagonal'");
  refuse(R"({"tasks": [{"name": "S0", "statements": ["S0"], "loops": [],
    "order": [1]}], "arrays": []})",
         "design.tasks[0].order[0]: expected a string");
}

TEST_F(DesignFile, TheAttributesOwnVerifierSpeaks) {
  refuse(R"({"tasks": [{"name": "S0", "statements": ["S0"],
    "loops": [{"name": "i", "trip": 8, "factors": [1, 4, 3]}]}],
    "arrays": []})",
         "factors");
}

TEST_F(DesignFile, MissingFileIsAnError) {
  EXPECT_TRUE(failed(
      readDesignFile("/no/such/design.json", UnknownLoc::get(&context))));
  EXPECT_NE(errors.find("No such file"), std::string::npos) << errors;
}
} // namespace
