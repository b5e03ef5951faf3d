//===- DialogueTest.cpp - Programs that talk in lines ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Dialogue.h"
#include "gtest/gtest.h"

using namespace talos;

static std::unique_ptr<Dialogue> shell(const char *script,
                                       llvm::ArrayRef<std::string> more = {}) {
  auto dialogue = Dialogue::start("sh", {"-c", script}, more);
  EXPECT_TRUE(bool(dialogue));
  return dialogue ? std::move(*dialogue) : nullptr;
}

TEST(Dialogue, SaysAndHears) {
  auto echo = shell("while read line; do echo \"<$line>\"; done; echo end");
  ASSERT_TRUE(echo->say("one"));
  EXPECT_EQ(echo->hear(), "<one>");
  std::string large(100000, 'x');
  ASSERT_TRUE(echo->say("two"));
  EXPECT_EQ(echo->hear(), "<two>");
  EXPECT_TRUE(shell("cat > /dev/null")->say(large));
}

TEST(Dialogue, LinesOfSeveralWrites) {
  auto parts = shell("printf a; sleep 0.05; printf 'b\\nc\\nd'");
  EXPECT_EQ(parts->hear(), "ab");
  EXPECT_EQ(parts->hear(), "c");
  EXPECT_EQ(parts->hear(), std::nullopt); // half a line is none
}

/// No signal ends this process.
TEST(Dialogue, TheChildIsGone) {
  auto gone = shell("exit 3");
  EXPECT_EQ(gone->hear(), std::nullopt);
  EXPECT_FALSE(gone->say("hello"));
  auto killed = shell("kill -9 $$");
  EXPECT_EQ(killed->hear(), std::nullopt);
}

TEST(Dialogue, Environment) {
  auto variable = shell("echo $TALOS_WORD", {"TALOS_WORD=new"});
  EXPECT_EQ(variable->hear(), "new");
}

TEST(Dialogue, NoSuchProgram) {
  auto none = Dialogue::start("talos-no-such-program", {});
  ASSERT_FALSE(bool(none));
  EXPECT_EQ(llvm::toString(none.takeError()),
            "'talos-no-such-program' was not found on PATH");
}
