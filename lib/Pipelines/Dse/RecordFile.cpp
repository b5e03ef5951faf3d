//===- RecordFile.cpp - A file of JSON lines that survives ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/RecordFile.h"
#include "talos/Support/Nesting.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include <unistd.h>

using namespace talos;
using llvm::StringRef;
namespace json = llvm::json;

llvm::Expected<json::Object>
talos::describeExploration(const DriverOptions &options) {
  std::string text;
  if (options.inputText) {
    text = *options.inputText;
  } else {
    auto source = llvm::MemoryBuffer::getFile(options.input, /*IsText=*/true);
    if (!source)
      return llvm::createStringError(source.getError(), "cannot read '%s': %s",
                                     options.input.c_str(),
                                     source.getError().message().c_str());
    text = (*source)->getBuffer().str();
  }
  const PipelineOptions &p = options.pipeline;
  json::Array arguments;
  for (const std::string &argument : options.import.clangArgs)
    arguments.push_back(argument);
  for (const auto &[name, value] : options.import.bindings)
    arguments.push_back(llvm::formatv("{0}={1}", name, value).str());
  for (const auto &[name, extents] : options.import.extents)
    arguments.push_back(
        llvm::formatv("extent {0}={1:$[x]}", name,
                      llvm::make_range(extents.begin(), extents.end()))
            .str());
  if (options.import.bindFromExtents)
    arguments.push_back("bind-from-extents");
  std::string digest =
      llvm::toHex(llvm::MD5::hash(llvm::arrayRefFromStringRef(text)),
                  /*LowerCase=*/true);
  return json::Object{{"source", std::move(digest)},
                      {"import", std::move(arguments)},
                      {"top", p.top},
                      {"target", p.target},
                      {"clock_ps", *parseClockNs(p.clockNs)},
                      {"tool", p.tool},
                      {"usable", p.usable},
                      {"limits", p.limits},
                      {"tree_reduction", p.treeReduction},
                      {"memory", p.memory},
                      {"optimistic_dsp", p.dspReuse == "optimistic"},
                      {"pins", p.pins},
                      {"tiles", p.tiles},
                      {"node_limit", p.nodeLimit}};
}

json::Object talos::resourcesToJSON(const target::Resources &resources) {
  json::Object used;
  for (const target::ResourceField &field : target::resourceFields)
    used[field.name] = resources.*field.amount;
  return used;
}

std::optional<target::Resources>
talos::resourcesFromJSON(const json::Object *used) {
  target::Resources resources;
  for (const target::ResourceField &field : target::resourceFields) {
    std::optional<int64_t> amount =
        used ? used->getInteger(field.name) : std::nullopt;
    if (!amount)
      return std::nullopt;
    resources.*field.amount = *amount;
  }
  return resources;
}

llvm::Error RecordFile::append(const json::Value &line) const {
  if (path.empty())
    return llvm::Error::success();
  int file = -1;
  std::error_code code = llvm::sys::fs::openFileForWrite(
      path, file, llvm::sys::fs::CD_OpenAlways, llvm::sys::fs::OF_Append);
  if (code)
    return llvm::createStringError(code, "cannot write '%s': %s", path.c_str(),
                                   code.message().c_str());
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << line << "\n";
  os.flush();
  bool kept = !os.has_error() && fsync(file) == 0;
  os.clear_error();
  if (!kept)
    return llvm::createStringError("cannot write '%s'", path.c_str());
  return llvm::Error::success();
}

/// Drops what stands behind the whole lines.
static llvm::Error truncate(StringRef path, size_t size) {
  int descriptor = -1;
  std::error_code code = llvm::sys::fs::openFileForWrite(
      path, descriptor, llvm::sys::fs::CD_OpenExisting,
      llvm::sys::fs::OF_Append);
  if (!code)
    code = llvm::sys::fs::resize_file(descriptor, size);
  if (descriptor >= 0)
    ::close(descriptor);
  if (!code)
    return llvm::Error::success();
  return llvm::createStringError(code, "cannot write '%s': %s",
                                 path.str().c_str(), code.message().c_str());
}

/// Reads whole lines, the header first.
static llvm::Error
readLines(StringRef path, StringRef whole, const json::Value &header,
          StringRef what, llvm::function_ref<bool(const json::Value &)> read) {
  unsigned number = 0;
  for (StringRef rest = whole; !rest.empty();) {
    auto [line, next] = rest.split('\n');
    rest = next;
    ++number;
    auto bad = [&](const llvm::Twine &why) {
      return llvm::createStringError(path + ":" + llvm::Twine(number) + ": " +
                                     why);
    };
    llvm::Expected<json::Value> value = parseJson(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      return bad("this line is no JSON; remove it to evaluate its " + what +
                 " again");
    }
    if (number == 1 && *value != header)
      return bad("the record is of another exploration; name another file");
    if (number > 1 && !read(*value))
      return bad("this line is no " + what +
                 "; remove it to evaluate it "
                 "again");
  }
  return llvm::Error::success();
}

llvm::Expected<RecordFile>
RecordFile::open(StringRef path, const json::Value &header, StringRef what,
                 llvm::function_ref<bool(const json::Value &)> read) {
  RecordFile record;
  record.path = path.str();
  if (path.empty())
    return record;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  StringRef text = file ? (*file)->getBuffer() : StringRef();
  // A run that died may have left half a line, which counts for nothing.
  StringRef whole = text.take_front(text.rfind('\n') + 1);
  if (whole.empty()) {
    if (file)
      llvm::sys::fs::remove(path);
    if (llvm::Error error = record.append(header))
      return std::move(error);
    return record;
  }
  if (llvm::Error error = readLines(path, whole, header, what, read))
    return std::move(error);
  if (whole.size() != text.size())
    if (llvm::Error error = truncate(path, whole.size()))
      return std::move(error);
  return record;
}
