//===- DseBackend.h - Who says what a candidate costs -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DSE_DSEBACKEND_H
#define TALOS_LIB_PIPELINES_DSE_DSEBACKEND_H

#include "Pipelines/Driver/Compilation.h"
#include "llvm/Support/Error.h"

namespace talos {

/// What a back end found. The names are those of the record.
struct Evaluation {
  enum Status {
    Valid,    ///< fits: `cycles` and `resources` are set
    TooLarge, ///< exceeds what may be used
    Failed,   ///< the tool failed, or its report cannot be believed
    TimedOut,
  };
  Status status = Failed;
  int64_t cycles = 0;
  target::Resources resources;
  std::string message; ///< of what is not valid
};

llvm::StringRef toString(Evaluation::Status status);
std::optional<Evaluation::Status> parseStatus(llvm::StringRef text);

class DseBackend {
public:
  virtual ~DseBackend() = default;
  virtual llvm::StringRef name() const = 0;
  /// `compiled` holds an applied design. No report of less than `lowerBound`
  /// cycles is believed. `number` counts the candidates from 0.
  virtual Evaluation evaluate(Compilation &compiled, unsigned number,
                              int64_t lowerBound) = 0;
};

/// Evaluates many candidates at a time.
class DseFarm {
public:
  virtual ~DseFarm() = default;
  /// As DseBackend::evaluate, but does not wait. An error: the farm is lost.
  virtual llvm::Error start(Compilation &compiled, unsigned number,
                            int64_t lowerBound) = 0;
  /// Waits for what was started under this number.
  virtual llvm::Expected<Evaluation> finish(unsigned number) = 0;
};

/// hls-estimate-qor, in this process.
std::unique_ptr<DseBackend> createEstimatorBackend();

/// Vitis HLS, in a directory of its own below `directory` for each candidate,
/// killed after `timeoutSeconds`. Fails if it is not on PATH.
llvm::Expected<std::unique_ptr<DseBackend>>
createVitisBackend(std::string directory, unsigned timeoutSeconds);

/// python3 -m talos farm serve, in `directory`, with `options` of its own.
/// Fails if it cannot be started.
llvm::Expected<std::unique_ptr<DseFarm>> createFarm(llvm::StringRef directory,
                                                    llvm::StringRef options,
                                                    unsigned timeoutSeconds);

// What back ends have in common.

/// An evaluation without figures.
Evaluation notValid(const llvm::Twine &why);
/// Valid, or the resources that are too many; a report of less than
/// `lowerBound` cycles is not believed.
Evaluation judge(const target::Resources &usable, int64_t cycles,
                 const target::Resources &used, int64_t lowerBound);
/// Writes the project of a candidate into a directory of its own below
/// `directory`, in the place of what is there; its absolute path.
llvm::Expected<std::string>
writeProject(Compilation &compiled, llvm::StringRef directory, unsigned number);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DSE_DSEBACKEND_H
