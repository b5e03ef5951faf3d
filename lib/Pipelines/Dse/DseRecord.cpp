//===- DseRecord.cpp - What an exploration has found so far ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/DseRecord.h"
#include "talos/Support/Nesting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <unistd.h>

using namespace talos;
using llvm::StringRef;
namespace json = llvm::json;

/// Evaluations of this status have cycles and all resources on record.
static bool hasFigures(Evaluation::Status status) {
  return status == Evaluation::Valid || status == Evaluation::TooLarge;
}

json::Value Candidate::toJSON() const {
  json::Object object{{"space", space},
                      {"max_partition", maxPartition},
                      {"parallelism", fineGrained ? "fine" : "coarse+fine"},
                      {"predicted", predicted},
                      {"solver_bound", solverBound},
                      {"lower_bound", lowerBound},
                      {"design", design}};
  if (!skipped.empty()) {
    object["skipped"] = skipped;
    return object;
  }
  object["status"] = toString(evaluation.status);
  if (!evaluation.message.empty())
    object["message"] = evaluation.message;
  if (hasFigures(evaluation.status)) {
    object["cycles"] = evaluation.cycles;
    json::Object used;
    for (const target::ResourceField &field : target::resourceFields)
      used[field.name] = evaluation.resources.*field.amount;
    object["resources"] = std::move(used);
  }
  return object;
}

static std::optional<target::Resources> resourcesOf(const json::Object *used) {
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

std::optional<Candidate> Candidate::fromJSON(const json::Value &value) {
  Candidate result;
  json::Path::Root root;
  json::ObjectMapper map(value, root);
  std::string parallelism, status;
  std::optional<int64_t> cycles;
  if (!map || !map.map("space", result.space) ||
      !map.map("max_partition", result.maxPartition) ||
      !map.map("parallelism", parallelism) ||
      !map.map("predicted", result.predicted) ||
      !map.map("solver_bound", result.solverBound) ||
      !map.map("lower_bound", result.lowerBound) ||
      !map.map("design", result.design) ||
      !map.mapOptional("skipped", result.skipped) ||
      !map.mapOptional("status", status) || !map.map("cycles", cycles) ||
      !map.mapOptional("message", result.evaluation.message))
    return std::nullopt;
  result.fineGrained = parallelism == "fine";
  if (!result.skipped.empty())
    return result;
  std::optional<Evaluation::Status> known = parseStatus(status);
  if (!known)
    return std::nullopt;
  result.evaluation.status = *known;
  if (!hasFigures(*known))
    return result;
  std::optional<target::Resources> resources =
      resourcesOf(value.getAsObject()->getObject("resources"));
  if (!cycles || !resources)
    return std::nullopt;
  result.evaluation.cycles = *cycles;
  result.evaluation.resources = *resources;
  return result;
}

/// Appends a line and waits until it is on disk.
static llvm::Error append(StringRef path, const json::Value &value) {
  int file = -1;
  std::error_code code = llvm::sys::fs::openFileForWrite(
      path, file, llvm::sys::fs::CD_OpenAlways, llvm::sys::fs::OF_Append);
  if (code)
    return llvm::createStringError(code, "cannot write '%s': %s",
                                   path.str().c_str(), code.message().c_str());
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << value << "\n";
  os.flush();
  bool kept = !os.has_error() && fsync(file) == 0;
  os.clear_error();
  if (!kept)
    return llvm::createStringError("cannot write '%s'", path.str().c_str());
  return llvm::Error::success();
}

llvm::Expected<DseRecord> DseRecord::open(StringRef path,
                                          const json::Value &header) {
  DseRecord record;
  record.path = path.str();
  if (path.empty())
    return std::move(record);
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  StringRef text = file ? (*file)->getBuffer() : StringRef();
  // A run that died may have left half a line, which counts for nothing.
  StringRef whole = text.take_front(text.rfind('\n') + 1);
  if (whole.empty()) {
    if (file)
      llvm::sys::fs::remove(path);
    if (llvm::Error error = append(path, header))
      return std::move(error);
    return std::move(record);
  }
  unsigned number = 0;
  for (StringRef rest = whole; !rest.empty();) {
    auto [line, next] = rest.split('\n');
    rest = next;
    ++number;
    auto bad = [&](const char *what) {
      return llvm::createStringError("%s:%u: %s", record.path.c_str(), number,
                                     what);
    };
    llvm::Expected<json::Value> value = parseJson(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      return bad("this line is no JSON; remove it to evaluate its candidate "
                 "again");
    }
    if (number == 1) {
      if (*value != header)
        return bad("the record is of another exploration; name another file");
      continue;
    }
    std::optional<Candidate> candidate = Candidate::fromJSON(*value);
    if (!candidate)
      return bad("this line is no candidate; remove it to evaluate it again");
    record.candidates.push_back(std::move(*candidate));
  }
  if (whole.size() != text.size()) {
    int descriptor = -1;
    std::error_code code = llvm::sys::fs::openFileForWrite(
        path, descriptor, llvm::sys::fs::CD_OpenExisting,
        llvm::sys::fs::OF_Append);
    if (!code)
      code = llvm::sys::fs::resize_file(descriptor, whole.size());
    if (descriptor >= 0)
      ::close(descriptor);
    if (code)
      return llvm::createStringError(code, "cannot write '%s': %s",
                                     record.path.c_str(),
                                     code.message().c_str());
  }
  return std::move(record);
}

const Candidate *DseRecord::find(StringRef space, int64_t maxPartition,
                                 bool fineGrained) const {
  for (const Candidate &candidate : candidates)
    if (candidate.space == space && candidate.maxPartition == maxPartition &&
        candidate.fineGrained == fineGrained)
      return &candidate;
  return nullptr;
}

llvm::Error DseRecord::add(Candidate candidate) {
  candidates.push_back(std::move(candidate));
  if (path.empty())
    return llvm::Error::success();
  return append(path, candidates.back().toJSON());
}
