//===- OptionValues.cpp - The options that hlsc was given -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/OptionValues.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using llvm::StringRef;
namespace opt = llvm::opt;
using opt::DefaultVis; // the generated table names it

namespace {
#define OPTTABLE_STR_TABLE_CODE
#include "HlscOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "HlscOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr opt::OptTable::Info optionTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "HlscOptions.inc"
#undef OPTION
};
} // namespace

HlscOptions::HlscOptions()
    : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionTable) {}

llvm::ArrayRef<opt::OptTable::Info> HlscOptions::infos() { return optionTable; }

void OptionValues::string(OptionID id, std::string &value) {
  if (const opt::Arg *arg = args.getLastArg(id))
    value = arg->getValue();
}

void OptionValues::integer(OptionID id, int64_t least, int64_t &value,
                           StringRef suffix) {
  const opt::Arg *arg = args.getLastArg(id);
  if (!arg)
    return;
  StringRef text = arg->getValue();
  text.consume_back(suffix);
  if (text.getAsInteger(10, value) || value < least)
    bad(arg) << "an integer of at least " << least << "\n";
}

void OptionValues::choice(OptionID id, std::string &value) {
  const opt::Arg *arg = args.getLastArg(id);
  if (!arg)
    return;
  value = arg->getValue();
  llvm::SmallVector<StringRef> choices;
  StringRef(optionTable[id - 1].Values).split(choices, ',');
  if (!llvm::is_contained(choices, StringRef(value)))
    bad(arg) << llvm::join(choices, " or ") << "\n";
}

llvm::raw_ostream &OptionValues::bad(const opt::Arg *arg) {
  failed = true;
  return err << "hlsc: error: " << arg->getSpelling() << " '" << arg->getValue()
             << "': expected ";
}

void OptionValues::refuse(const llvm::Twine &message) {
  failed = true;
  err << "hlsc: error: " << message << "\n";
}
