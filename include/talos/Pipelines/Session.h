//===- Session.h - One run of hlsc, step by step ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What hlsc does between its command line and its printed report. hlsc itself
// and the C API (talos-c/Session.h) are both made of these steps, so that equal
// options give equal bytes.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_SESSION_H
#define TALOS_PIPELINES_SESSION_H

#include "mlir/IR/Diagnostics.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Pipelines/Report.h"
#include <functional>
#include <memory>

namespace talos {

/// What a run says, with its place in the program if it has one.
struct Message {
  enum Severity { Error, Warning, Remark, Note };
  Severity severity = Error;
  std::string file; ///< empty: about no place
  unsigned line = 0, column = 0;
  std::string text;
  std::vector<Message> notes;
};

/// A diagnostic with its notes; of a location that is made of several, the
/// first place in a file.
Message toMessage(const mlir::Diagnostic &diagnostic);

/// What a phase of a run knows. Searches alone have cycles.
struct PhaseProgress {
  llvm::StringRef phase;       ///< a pass, "parse", "emit", ...
  std::optional<int64_t> best; ///< cycles of the best design so far
  std::optional<int64_t> bound;
};

/// Who a session works for.
struct SessionClient {
  llvm::raw_ostream &err; ///< messages as text
  /// Each message as it is said; empty: not asked for.
  std::function<void(const Message &)> message;
  /// Called on any thread, one at a time.
  std::function<void(const PhaseProgress &)> progress;
  /// Whether a limit that the search alone does not keep ends the process.
  bool mayEndProcess = true;
};

/// A file of the project by its name.
struct ProjectFile {
  llvm::StringRef name, text;
};

/// The steps are called in their order. Each returns Success, or the code that
/// hlsc ends with after messages that say why; no further step may be called
/// then.
class Session {
public:
  Session(DriverOptions options, SessionClient client);
  ~Session();

  /// If `options.dse` is enabled: tries its designs, with a line each on
  /// `rows`, and lets the steps below make the best one.
  ExitCode explore(llvm::raw_ostream &rows);
  /// Parses MLIR or imports C.
  ExitCode read();
  /// Prepares the program, decides (or evaluates a given point), carries out.
  ExitCode design();
  /// Writes every file as text, estimates the result and checks it by rule.
  ExitCode emit();
  /// C simulation against the source program. Once at most.
  ExitCode simulate();
  /// The project into `directory`; its report has the C simulation, if there
  /// was one and `withSimulation`.
  ExitCode write(llvm::StringRef directory, bool withSimulation = true);
  /// That model and estimator agree in the cycles.
  ExitCode checkCycles();

  /// Ends the search with its best design; may be called on any thread.
  void cancel();
  /// Says `text` and returns `code`.
  ExitCode fail(ExitCode code, const llvm::Twine &text);

  /// What is known so far; complete after the last step.
  const Report &report() const;
  /// The same as JSON; `times` adds what differs from run to run.
  std::string reportJSON(bool times) const;
  std::vector<ProjectFile> files() const;
  /// The program as it is after the steps so far; null before read().
  mlir::ModuleOp module() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> self;
};

} // namespace talos

#endif // TALOS_PIPELINES_SESSION_H
