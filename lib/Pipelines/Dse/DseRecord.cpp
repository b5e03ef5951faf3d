//===- DseRecord.cpp - What an exploration has found so far ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/DseRecord.h"

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
    object["resources"] = resourcesToJSON(evaluation.resources);
  }
  return object;
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
      resourcesFromJSON(value.getAsObject()->getObject("resources"));
  if (!cycles || !resources)
    return std::nullopt;
  result.evaluation.cycles = *cycles;
  result.evaluation.resources = *resources;
  return result;
}

llvm::Expected<DseRecord> DseRecord::open(StringRef path,
                                          const json::Value &header) {
  DseRecord record;
  auto read = [&](const json::Value &line) {
    std::optional<Candidate> candidate = Candidate::fromJSON(line);
    if (candidate)
      record.candidates.push_back(std::move(*candidate));
    return candidate.has_value();
  };
  llvm::Expected<RecordFile> file =
      RecordFile::open(path, header, "candidate", read);
  if (!file)
    return file.takeError();
  record.file = std::move(*file);
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
  return file.append(candidates.back().toJSON());
}
