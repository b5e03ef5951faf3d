//===- hls-solve.cpp - Solves a model in text form ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Report.h"
#include "talos/NLP/Exchange.h"
#include "talos/NLP/Text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using namespace talos;
using namespace talos::nlp;

namespace {
/// As those of hlsc.
enum Exit { Success, BadInput, Usage, NoSolution, Tool = 5, Internal = 6 };
} // namespace

static Exit fail(Exit code, const Twine &message) {
  errs() << "hls-solve: error: " << message << "\n";
  return code;
}

/// Says which pins leave no solution.
static void explain(StringRef text, const Options &options) {
  std::vector<Pin> conflict =
      conflictingPins(options.pins, [&](ArrayRef<Pin> some) {
        TextError error;
        std::unique_ptr<Model> model = parseModel(text, error);
        if (Error fault = applyPins(*model, some, variableTargets(*model))) {
          consumeError(std::move(fault));
          return false;
        }
        return solve(*model, options.solver).status == Status::Infeasible;
      });
  for (const Pin &pin : conflict)
    errs() << "hls-solve: note: no solution has '" << pin.text() << "'"
           << (conflict.size() > 1 ? " together with the other pins named here"
                                   : "")
           << "\n";
}

static Exit write(StringRef output, function_ref<void(raw_ostream &)> body) {
  std::error_code code;
  ToolOutputFile file(output, code, sys::fs::OF_Text);
  if (code)
    return fail(Internal, "cannot write '" + output + "': " + code.message());
  body(file.os());
  file.os().flush();
  if (file.os().has_error()) {
    code = file.os().error();
    file.os().clear_error();
    return fail(Internal, "cannot write '" + output + "': " + code.message());
  }
  file.keep();
  return Success;
}

/// The part of the text that tells the user what was lost in writing.
static void warn(const WriteResult &written) {
  if (written.clipped)
    errs() << "hls-solve: warning: " << written.clipped
           << " expressions are cut off at the range of the solver's integers; "
              "its optimum may be worse than the model's\n";
  if (written.objectiveCut)
    errs() << "hls-solve: warning: an objective is cut off at the range of the "
              "solver's integers; that it finds no point proves nothing\n";
}

static Exit report(const Model &model, const Options &options,
                   const Solution &solution) {
  Exit code = write(options.output, [&](raw_ostream &os) {
    (options.json ? printJSON : printText)(os, model, solution);
  });
  if (code == Success && !hasPoint(solution))
    return NoSolution;
  return code;
}

/// Both proved something, and not the same.
static bool disagree(const Solution &a, const Solution &b) {
  auto proved = [](const Solution &s) {
    return s.status == Status::Optimal || s.status == Status::Infeasible;
  };
  return proved(a) && proved(b) &&
         (a.status != b.status || a.objective != b.objective);
}

/// More points take minutes.
static constexpr int64_t MaxPoints = 10000000;

static Exit enumerateIt(const Model &model, const Options &options) {
  std::optional<Solution> solution = enumerate(model, MaxPoints);
  if (!solution)
    return fail(BadInput, "the model has more than " + Twine(MaxPoints) +
                              " points to enumerate; pin variables");
  return report(model, options, *solution);
}

static Exit solveIt(StringRef text, const Model &model,
                    const Options &options) {
  if (options.which == Options::Enumeration)
    return enumerateIt(model, options);
  External external;
  if (options.which != Options::BuiltIn) {
    ExternalOptions limits;
    limits.timeLimitSeconds = options.solver.timeLimitSeconds;
    external = solveMiniZinc(model, limits);
    if (external.failure != External::None)
      return fail(Tool, external.message);
    if (options.which == Options::MiniZinc)
      return report(model, options, external.solution);
  }
  Solution solution = solve(model, options.solver);
  if (options.which == Options::Both && disagree(solution, external.solution))
    return fail(Internal,
                "the built-in solver says " + nlp::toString(solution.status) +
                    " and minizinc " + nlp::toString(external.solution.status) +
                    ", or they differ in the objective");
  if (solution.status == Status::Infeasible && !options.pins.empty())
    explain(text, options);
  return report(model, options, solution);
}

static Exit run(StringRef text, const Options &options) {
  TextError error;
  std::unique_ptr<Model> model = parseModel(text, error);
  if (!model) {
    printError(errs(), options.input == "-" ? "<stdin>" : options.input, text,
               error);
    return BadInput;
  }
  if (Error fault = applyPins(*model, options.pins, variableTargets(*model)))
    return fail(BadInput, llvm::toString(std::move(fault)));
  switch (options.action) {
  case Options::Print:
    return write(options.output, [&](raw_ostream &os) { model->print(os); });
  case Options::EmitMiniZinc:
    return write(options.output,
                 [&](raw_ostream &os) { warn(writeMiniZinc(os, *model)); });
  case Options::EmitAMPL:
    return write(options.output,
                 [&](raw_ostream &os) { warn(writeAMPL(os, *model)); });
  default:
    return solveIt(text, *model, options);
  }
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Expected<Options> options = parseOptions({argv + 1, argv + argc});
  if (!options)
    return fail(Usage, llvm::toString(options.takeError()));
  if (options->action == Options::Help) {
    printHelp(outs());
    return Success;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> text =
      MemoryBuffer::getFileOrSTDIN(options->input, /*IsText=*/true);
  if (!text)
    return fail(BadInput, "cannot read '" + options->input +
                              "': " + text.getError().message());
  return run((*text)->getBuffer(), *options);
}
