//===- DseRecord.h - What an exploration has found so far -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DSE_DSERECORD_H
#define TALOS_LIB_PIPELINES_DSE_DSERECORD_H

#include "Pipelines/Dse/DseBackend.h"
#include "Pipelines/Dse/RecordFile.h"
#include "llvm/Support/JSON.h"

namespace talos {

/// One candidate: where it was looked for, what it is and what became of it.
struct Candidate {
  std::string space; ///< the template's name
  int64_t maxPartition = 0;
  bool fineGrained = false;
  int64_t predicted = 0;   ///< cycles, by the model
  int64_t solverBound = 0; ///< of all designs under these limits, by the model
  int64_t lowerBound = 0;  ///< of this design, by theorems
  std::string design;      ///< what tells designs apart
  /// Why it was not evaluated; empty if it was.
  std::string skipped;
  Evaluation evaluation;

  llvm::json::Value toJSON() const;
  static std::optional<Candidate> fromJSON(const llvm::json::Value &value);
};

/// The file of records; without a path all is kept in memory alone.
class DseRecord {
public:
  /// Reads what is there. Fails if it belongs to another exploration, if a line
  /// other than the last one is broken, or if it cannot be written.
  static llvm::Expected<DseRecord> open(llvm::StringRef path,
                                        const llvm::json::Value &header);

  /// What was found under these limits, if anything.
  const Candidate *find(llvm::StringRef space, int64_t maxPartition,
                        bool fineGrained) const;
  /// On disk when this returns.
  llvm::Error add(Candidate candidate);

  std::vector<Candidate> candidates;

private:
  RecordFile file;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DSE_DSERECORD_H
