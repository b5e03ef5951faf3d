//===- OptionValues.h - The options that hlsc was given ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_OPTIONVALUES_H
#define TALOS_LIB_PIPELINES_DRIVER_OPTIONVALUES_H

#include "talos/Pipelines/Driver.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace talos {

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "HlscOptions.inc"
#undef OPTION
};

class HlscOptions : public llvm::opt::GenericOptTable {
public:
  HlscOptions();
  /// Every record of the table.
  static llvm::ArrayRef<llvm::opt::OptTable::Info> infos();
};

/// Reads values of options; remembers that one was bad.
class OptionValues {
public:
  OptionValues(const llvm::opt::InputArgList &args, llvm::raw_ostream &err)
      : args(args), err(err) {}

  void string(OptionID id, std::string &value);
  /// An integer of at least `least`, with an optional `suffix`.
  void integer(OptionID id, int64_t least, int64_t &value,
               llvm::StringRef suffix = "");
  /// One of the choices that the table of options lists.
  void choice(OptionID id, std::string &value);
  /// Begins an error that the caller ends with what is expected.
  llvm::raw_ostream &bad(const llvm::opt::Arg *arg);
  /// An error, in whole.
  void refuse(const llvm::Twine &message);

  const llvm::opt::InputArgList &args;
  llvm::raw_ostream &err;
  bool failed = false;
};

/// Options of --dse and of --pareto; the others have been read.
void readDse(OptionValues &in, DriverOptions &options);
void readPareto(OptionValues &in, DriverOptions &options);

/// What --help prints.
void printHelp(const HlscOptions &table, llvm::raw_ostream &os);
/// What --version prints.
void printVersion(llvm::raw_ostream &os);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_OPTIONVALUES_H
