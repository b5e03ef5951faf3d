//===- DataDirTest.cpp - Where data files are found -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/DataDir.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace talos;

namespace {

/// A directory of the installed layout, in TALOS_DATA_DIR while it lives.
class DataDirectory {
public:
  DataDirectory() {
    llvm::sys::fs::createUniqueDirectory("talos-data", path);
    llvm::sys::fs::create_directories(path + "/targets/devices");
    setenv("TALOS_DATA_DIR", path.c_str(), 1);
  }
  ~DataDirectory() {
    unsetenv("TALOS_DATA_DIR");
    llvm::sys::fs::remove_directories(path);
  }
  void write(llvm::StringRef name) {
    std::error_code error;
    llvm::raw_fd_ostream(file(name), error) << "{}\n";
    ASSERT_FALSE(error);
  }
  std::string file(llvm::StringRef name) { return (path + "/" + name).str(); }

private:
  llvm::SmallString<128> path;
};

TEST(DataDir, FindsTheSourceTree) {
  auto path = findDataFile("targets/devices/u200.json");
  ASSERT_TRUE(bool(path)) << llvm::toString(path.takeError());
  EXPECT_TRUE(llvm::sys::fs::exists(*path));
}

TEST(DataDir, PrefersTheEnvironment) {
  DataDirectory directory;
  directory.write("targets/devices/u200.json");
  auto path = findDataFile("targets/devices/u200.json");
  ASSERT_TRUE(bool(path)) << llvm::toString(path.takeError());
  EXPECT_EQ(*path, directory.file("targets/devices/u200.json"));
}

TEST(DataDir, FallsBackFromTheEnvironment) {
  DataDirectory directory;
  auto path = findDataFile("targets/devices/u200.json");
  ASSERT_TRUE(bool(path)) << llvm::toString(path.takeError());
  EXPECT_NE(*path, directory.file("targets/devices/u200.json"));
}

TEST(DataDir, ListsAllPlacesOnce) {
  DataDirectory directory;
  directory.write("targets/devices/mine.json");
  directory.write("targets/devices/u200.json");
  std::vector<std::string> names = listDataFiles("targets/devices");
  EXPECT_EQ(llvm::count(names, "mine.json"), 1);
  EXPECT_EQ(llvm::count(names, "u200.json"), 1);
  EXPECT_EQ(llvm::count(names, "u55c.json"), 1);
  EXPECT_TRUE(llvm::is_sorted(names));
}

TEST(DataDir, SaysWhereItLooked) {
  auto path = findDataFile("targets/devices/none.json");
  ASSERT_FALSE(bool(path));
  std::string message = llvm::toString(path.takeError());
  EXPECT_NE(message.find("'targets/devices/none.json' not found"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("share/talos/targets/devices/none.json"),
            std::string::npos)
      << message;
}

} // namespace
