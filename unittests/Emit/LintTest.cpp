//===- LintTest.cpp - The lint on hostile text ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Emit/lint.test has a violating file for every rule; here stand the
// tokenizer's and the parser's corners.
//
//===----------------------------------------------------------------------===//

#include "talos/Emit/Lint.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using talos::emit::lint;

static std::string rules(llvm::StringRef source) {
  std::string text;
  for (const talos::emit::LintFinding &finding : lint(source))
    text += std::to_string(finding.line) + ":" + finding.rule + " ";
  return text;
}

TEST(Lint, EmptyTextIsClean) {
  EXPECT_EQ(rules(""), "");
  EXPECT_EQ(rules("// malloc(new std::vector)\n/* new */\n"), "");
}

/// Two kernels that a stream joins, and a function that runs them.
static std::string twoKernels(const std::string &taker,
                              const std::string &calls) {
  auto kernel = [](const std::string &name, const std::string &body) {
    return "static void move_" + name + "(hls::stream<int> &t) { " + body +
           " }\nextern \"C\" void " + name +
           "(hls::stream<int> &t) {\n#pragma HLS interface axis port=t\n"
           "#pragma HLS interface s_axilite port=return bundle=control\n"
           "#pragma HLS dataflow\n  move_" +
           name + "(t);\n}\n";
  };
  return kernel("first", "t.write(1);") + kernel("second", taker) +
         "extern \"C\" void all() {\n  hls::stream<int> t(\"t\");\n" + calls +
         "}\n";
}

TEST(Lint, StreamsBetweenKernels) {
  EXPECT_EQ(rules(twoKernels("t.read();", "  first(t);\n  second(t);\n")), "");
  // Kernels that take tokens before they are there follow each other in no
  // order, or in another one.
  EXPECT_EQ(rules(twoKernels("t.read();", "  second(t);\n  first(t);\n")),
            "18:dataflow-feedback ");
  EXPECT_EQ(rules(twoKernels("t.write(2);", "  first(t);\n  second(t);\n")),
            "16:stream-ends ");
  EXPECT_EQ(rules(twoKernels("(void)t;", "  first(t);\n  second(t);\n")),
            "9:stream-ends 16:stream-ends ");
}

TEST(Lint, StreamsOfKernelsHaveAnInterface) {
  EXPECT_EQ(rules("extern \"C\" void f(hls::stream<int> &t) {\n"
                  "#pragma HLS interface s_axilite port=return bundle=control\n"
                  "  t.write(1);\n}\n"),
            "1:port-interface ");
  EXPECT_EQ(
      rules("extern \"C\" void f(int t) {\n"
            "#pragma HLS interface axis port=t\n"
            "#pragma HLS interface s_axilite port=return bundle=control\n}\n"),
      "1:port-interface ");
}

TEST(Lint, CommentsAndStringsAreNoCode) {
  EXPECT_EQ(
      rules("static void f() {\n  const char *a = \"new } \\\" delete\";\n"
            "  // #pragma HLS nonsense\n}\n"),
      "");
}

TEST(Lint, OtherPragmasAreIgnored) {
  EXPECT_EQ(rules("#pragma once\nstatic void f() {\n#pragma GCC unroll 4\n}\n"),
            "");
}

TEST(Lint, PragmaMayContinueAndBeSpaced) {
  EXPECT_EQ(rules("static void f() {\n  int a[8];\n#pragma hls array_partition "
                  "variable = a \\\n  type = cyclic factor = 9 dim = 1\n}\n"),
            "3:partition-factor ");
}

TEST(Lint, PragmaBindsToItsLoop) {
  // The inner loop has a variable bound, but only the first outer one is
  // pipelined.
  const char *source = "static void f(int a[4]) {\n"
                       "  for (int i = 0; i < 4; ++i) {\n"
                       "#pragma HLS pipeline\n"
                       "    a[i] = 0;\n"
                       "  }\n"
                       "  for (int i = 0; i < 4; ++i)\n"
                       "    for (int j = 0; j < i; ++j)\n"
                       "      a[i] = a[i] + j;\n"
                       "}\n";
  EXPECT_EQ(rules(source), "");
}

TEST(Lint, EveryPrefixOfAKernelEnds) {
  auto file = llvm::MemoryBuffer::getFile(TALOS_SOURCE_DIR
                                          "/test/Emit/Inputs/gemm.cpp");
  ASSERT_TRUE(bool(file));
  llvm::StringRef text = (*file)->getBuffer();
  EXPECT_EQ(rules(text), "");
  unsigned found = 0;
  for (size_t size = 0; size < text.size(); size += 7)
    found += !lint(text.take_front(size)).empty();
  EXPECT_GT(found, 0u);
}

TEST(Lint, HostileTextEnds) {
  for (const char *source :
       {"(", ")", "{{{{", "}}}}", "void f(", "void f() {", "void f() { for (",
        "void f() { for (;;", "void f() { if", "void f() { do", "\"", "'\\",
        "#pragma HLS", "#pragma HLS \\", "void f() {\n#pragma HLS\n}",
        "void f() { a: }", "extern \"C\"", "void f() { else; }", "/*"})
    lint(source);
}
