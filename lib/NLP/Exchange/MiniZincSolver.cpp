//===- MiniZincSolver.cpp - Runs minizinc, believes nothing unchecked -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Exchange.h"
#include "talos/NLP/Interval.h"
#include "talos/Support/Process.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include <cmath>

using namespace talos;
using namespace talos::nlp;

static llvm::Error fault(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// "talos [1, 2] 3".
static llvm::Error readPoint(StringRef line, size_t variables, Answer &answer) {
  auto bad = [&] {
    return fault("not a point of this model: '" + line.take_front(80) + "'");
  };
  answer.point.clear();
  if (!line.consume_front("talos ["))
    return bad();
  auto [list, objective] = line.split("] ");
  SmallVector<StringRef> numbers;
  if (!list.empty())
    list.split(numbers, ", ");
  for (StringRef text : numbers) {
    int64_t value = 0;
    if (text.getAsInteger(10, value))
      return bad();
    answer.point.push_back(value);
  }
  if (objective.getAsInteger(10, answer.objective) ||
      answer.point.size() != variables)
    return bad();
  return llvm::Error::success();
}

llvm::Expected<Answer> nlp::readMiniZinc(StringRef text, size_t variables) {
  Answer answer;
  enum { Free, Point, Done } state = Free; // Point: its separator is missing
  while (!text.empty()) {
    if (!text.contains('\n'))
      return fault("the output is cut off in '" + text.take_front(80) + "'");
    StringRef line;
    std::tie(line, text) = text.split('\n');
    if (state == Done)
      return fault("output after the end: '" + line.take_front(80) + "'");
    if (state == Point) {
      if (line != "----------")
        return fault("a point without its end line, but '" +
                     line.take_front(80) + "'");
      answer.kind = Answer::Feasible;
      state = Free;
    } else if (line == "==========" && answer.kind == Answer::Feasible) {
      answer.kind = Answer::Optimal;
      state = Done;
    } else if (line == "=====UNSATISFIABLE=====" &&
               answer.kind == Answer::Unknown) {
      answer.kind = Answer::Infeasible;
      state = Done;
    } else if (line == "=====UNKNOWN=====" && answer.kind == Answer::Unknown) {
      state = Done;
    } else {
      if (llvm::Error error = readPoint(line, variables, answer))
        return std::move(error);
      state = Point;
    }
  }
  if (state == Point)
    return fault("the output is cut off after a point");
  return answer;
}

llvm::Error nlp::verify(const Model &model, const Answer &answer,
                        unsigned which) {
  std::vector<std::string> violated = model.violations(answer.point);
  if (!violated.empty())
    return fault("the point violates '" + violated.front() + "'" +
                 (violated.size() > 1
                      ? " and " + Twine(violated.size() - 1) + " more"
                      : Twine()));
  Int value = model.evaluate(model.objective()[which], answer.point);
  if (!(value == Int(answer.objective)))
    return fault("the objective at the point is " + Twine(value.value()) +
                 ", not " + Twine(answer.objective));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
class Runner {
public:
  Runner(const Model &model, const ExternalOptions &options)
      : model(model), options(options),
        seconds(options.timeLimitSeconds > 0 ? options.timeLimitSeconds
                                             : 3600) {}

  External run() {
    result.solution.bound =
        computeRanges(model).interval[model.objective().front()].lo;
    while (step())
      ;
    Solution &solution = result.solution;
    solution.log10Space = model.log10Size();
    if (!solution.point.empty())
      for (Int value : model.evaluate(model.objective(), solution.point))
        solution.objective.push_back(value.value());
    return std::move(result);
  }

private:
  bool fail(External::Failure failure, const Twine &message) {
    result.failure = failure;
    result.message = message.str();
    result.solution = {};
    return false;
  }
  bool lied(const Twine &what) {
    return fail(External::Lied,
                "the output of '" + options.program + "' " + what);
  }

  bool ask(Answer &answer, WriteResult &written) {
    llvm::SmallString<128> path;
    int descriptor = -1;
    if (std::error_code code = llvm::sys::fs::createTemporaryFile(
            "talos", "mzn", descriptor, path))
      return fail(External::Failed,
                  "cannot create a temporary file: " + code.message());
    llvm::FileRemover remover(path);
    {
      llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
      written = writeMiniZinc(os, model, settled);
      os.flush();
      if (os.has_error()) {
        os.clear_error();
        return fail(External::Failed, "cannot write '" + path + "'");
      }
    }
    ProcessOptions process;
    process.timeoutSeconds = unsigned(std::ceil(seconds)) + 30;
    ProcessResult run =
        runProcess(options.program,
                   {"--solver", options.solver, "--time-limit",
                    std::to_string(int64_t(seconds * 1000)), std::string(path)},
                   process);
    if (run.status == ProcessStatus::ToolMissing)
      return fail(External::Missing, run.message + "; install minizinc");
    if (!run.succeeded())
      return fail(External::Failed,
                  run.message + ": " +
                      StringRef(run.standardError).trim().take_back(1000));
    llvm::Expected<Answer> read =
        readMiniZinc(run.standardOutput, model.variables().size());
    if (!read)
      return lied("cannot be believed: " + llvm::toString(read.takeError()));
    answer = *read;
    bool proved =
        answer.kind == Answer::Optimal || answer.kind == Answer::Infeasible;
    if (!proved && run.seconds < 0.9 * seconds)
      return lied("is cut off: no proof, and the time limit was not reached");
    return true;
  }

  /// Solves for objective number `settled.size()`; false: result is complete.
  bool step() {
    Answer answer;
    WriteResult written;
    if (!ask(answer, written))
      return false;
    Solution &solution = result.solution;
    if (answer.point.empty()) {
      if (answer.kind == Answer::Infeasible && !settled.empty())
        return fail(External::Lied, "'" + options.program +
                                        "' calls infeasible what it has a "
                                        "point of");
      solution.timeLimited = answer.kind == Answer::Unknown;
      bool exact = written.clipped == 0 && !written.objectiveCut;
      if (answer.kind == Answer::Infeasible && exact)
        solution.status = Status::Infeasible;
      else if (!settled.empty())
        solution.status = Status::Feasible;
      return false;
    }
    unsigned which = settled.size();
    llvm::Error error = verify(model, answer, which);
    for (unsigned i = 0; !error && i < which; ++i) {
      Answer earlier = answer;
      earlier.objective = settled[i];
      error = verify(model, earlier, i);
    }
    if (error)
      return fail(External::Lied,
                  "the answer of '" + options.program +
                      "' does not hold: " + llvm::toString(std::move(error)));
    solution.point = answer.point;
    bool proved = answer.kind == Answer::Optimal && written.clipped == 0;
    solution.timeLimited |= answer.kind != Answer::Optimal;
    if (which == 0 && proved)
      solution.bound = answer.objective;
    settled.push_back(answer.objective);
    bool last = settled.size() == model.objective().size();
    solution.status = proved && last ? Status::Optimal : Status::Feasible;
    return proved && !last;
  }

  const Model &model;
  const ExternalOptions &options;
  const double seconds;
  std::vector<int64_t> settled;
  External result;
};
} // namespace

External nlp::solveMiniZinc(const Model &model,
                            const ExternalOptions &options) {
  return Runner(model, options).run();
}
