//===- Dse.cpp - Algorithm 1 of NLP-DSE over spaces -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/Dse.h"
#include "Pipelines/Dse/DseRecord.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Explore/Template.h"
#include "talos/Support/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MD5.h"

using namespace mlir;
using namespace talos;

namespace {
class Explorer {
public:
  Explorer(DriverOptions &options, llvm::raw_ostream &out,
           llvm::raw_ostream &err, const std::atomic<bool> &canceled)
      : options(options), out(out), err(err), canceled(canceled) {}
  ExitCode run();

private:
  ExitCode fail(ExitCode code, const llvm::Twine &message) {
    err << "hlsc: error: " << message << "\n";
    return code;
  }
  ExitCode prepare();
  llvm::Expected<llvm::json::Value> header();
  ExitCode explore(StringRef space, int64_t maxPartition, bool fineGrained);
  ExitCode compile(Candidate &candidate, Compilation &compiled,
                   llvm::raw_ostream &errors);
  void decide(Candidate &candidate, Compilation &compiled);
  llvm::Error hand(Candidate &candidate, Compilation &compiled);
  ExitCode collect();
  ExitCode keep(const Candidate &candidate);
  bool isEvaluated(StringRef design) const;
  StringRef nameOfBackend() const { return options.dse.backend; }
  void note(const Candidate &candidate);
  void print(const Candidate &candidate, bool known);

  DriverOptions &options;
  llvm::raw_ostream &out, &err;
  const std::atomic<bool> &canceled;
  std::unique_ptr<DseBackend> backend; ///< or null: there is a farm
  std::unique_ptr<DseFarm> farm;
  std::vector<Candidate> handed; ///< to the farm, or skipped meanwhile
  DseRecord record;
  std::optional<Candidate> best;
};
} // namespace

static std::string digest(StringRef text) {
  return llvm::toHex(llvm::MD5::hash(llvm::arrayRefFromStringRef(text)),
                     /*LowerCase=*/true);
}

/// What a record must agree in to be taken up.
llvm::Expected<llvm::json::Value> Explorer::header() {
  llvm::Expected<llvm::json::Object> what = describeExploration(options);
  if (!what)
    return what.takeError();
  (*what)["talos_dse"] = 1;
  (*what)["spaces"] = llvm::json::Array(options.dse.spaces);
  (*what)["backend"] = nameOfBackend();
  return llvm::json::Value(std::move(*what));
}

ExitCode Explorer::prepare() {
  if (options.dse.backend == "vitis") {
    auto vitis = createVitisBackend(options.dse.record + ".runs",
                                    options.dse.timeoutSeconds);
    if (!vitis)
      return fail(ExitCode::Tool, llvm::toString(vitis.takeError()));
    backend = std::move(*vitis);
  } else if (options.dse.backend == "estimator") {
    backend = createEstimatorBackend();
  }
  auto what = header();
  if (!what)
    return fail(ExitCode::BadInput, llvm::toString(what.takeError()));
  auto opened = DseRecord::open(options.dse.record, *what);
  if (!opened)
    return fail(ExitCode::BadInput, llvm::toString(opened.takeError()));
  record = std::move(*opened);
  if (backend)
    return ExitCode::Success;
  auto some = createFarm(options.dse.record + ".farm", options.dse.farm,
                         options.dse.timeoutSeconds);
  if (!some)
    return fail(ExitCode::Tool, llvm::toString(some.takeError()));
  farm = std::move(*some);
  return ExitCode::Success;
}

/// Solves under the candidate's limits, and carries the design out.
ExitCode Explorer::compile(Candidate &candidate, Compilation &compiled,
                           llvm::raw_ostream &errors) {
  Progress progress(err);
  PipelineOptions pipeline = options.pipeline;
  pipeline.spaceName = candidate.space;
  pipeline.maxPartition = candidate.maxPartition;
  pipeline.fineGrained = candidate.fineGrained;
  pipeline.explain = false; // of the chosen design alone
  ExitCode code = compiled.read(options, progress, errors);
  if (code == ExitCode::Success)
    code = compiled.run(pipeline, progress, /*watch=*/nullptr);
  progress.stop();
  if (code != ExitCode::Success)
    return code;
  func::FuncOp top = compiled.top();
  auto design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  auto search = top->getAttrOfType<hls::SearchAttr>(hls::searchAttrName);
  candidate.predicted = design.getCycles();
  candidate.solverBound = design.getBound();
  candidate.lowerBound = search.getDesignLowerBound().value_or(0);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (hls::TaskPointAttr task : design.getTasks())
    os << task;
  for (hls::ArrayPointAttr array : design.getArrays())
    os << array;
  candidate.design = digest(text);
  return code;
}

bool Explorer::isEvaluated(StringRef design) const {
  return llvm::any_of(llvm::concat<const Candidate>(record.candidates, handed),
                      [&](const Candidate &candidate) {
                        return candidate.skipped.empty() &&
                               candidate.design == design;
                      });
}

/// Skipped, or evaluated: only what may be better than the best so far.
void Explorer::decide(Candidate &candidate, Compilation &compiled) {
  int64_t least = best ? best->evaluation.cycles : INT64_MAX;
  if (isEvaluated(candidate.design))
    candidate.skipped = "the same design as before";
  else if (candidate.lowerBound >= least)
    candidate.skipped = "its lower bound is not below the best";
  else if (candidate.solverBound >= least)
    candidate.skipped = "nothing under these limits is predicted to be better";
  else
    candidate.evaluation = backend->evaluate(compiled, record.candidates.size(),
                                             candidate.lowerBound);
}

void Explorer::note(const Candidate &candidate) {
  if (candidate.skipped.empty() &&
      candidate.evaluation.status == Evaluation::Valid &&
      (!best || candidate.evaluation.cycles < best->evaluation.cycles))
    best = candidate;
}

void Explorer::print(const Candidate &candidate, bool known) {
  std::string text;
  llvm::raw_string_ostream line(text);
  line << llvm::formatv("{0,-8} partition {1,5} {2,-11} predicted {3,12}",
                        candidate.space, candidate.maxPartition,
                        candidate.fineGrained ? "fine" : "coarse+fine",
                        candidate.predicted);
  if (!candidate.skipped.empty()) {
    line << "  skipped: " << candidate.skipped;
  } else {
    const Evaluation &found = candidate.evaluation;
    line << "  " << nameOfBackend() << ": " << toString(found.status);
    if (found.status == Evaluation::Valid)
      line << ", " << found.cycles << " cycles";
    if (!found.message.empty())
      line << ", " << StringRef(found.message).split('\n').first;
  }
  line << (known ? "  (recorded)" : "");
  printWrapped(text, 0, out);
  out.flush();
}

ExitCode Explorer::explore(StringRef space, int64_t maxPartition,
                           bool fineGrained) {
  if (const Candidate *known = record.find(space, maxPartition, fineGrained)) {
    note(*known);
    print(*known, /*known=*/true);
    return ExitCode::Success;
  }
  Candidate candidate;
  candidate.space = space.str();
  candidate.maxPartition = maxPartition;
  candidate.fineGrained = fineGrained;
  std::string diagnostics; // of a compilation that outlives its passes
  llvm::raw_string_ostream errors(diagnostics);
  Compilation compiled;
  ExitCode code = compile(candidate, compiled, errors);
  // That nothing fits is no error of the exploration.
  if (code != ExitCode::NoDesign)
    err << diagnostics;
  // Tighter limits may leave no design; the next ones are not looser, but may
  // be solved where this one met a limit of the search.
  if (code == ExitCode::NoDesign)
    candidate.skipped = "no design was found under these limits";
  else if (code != ExitCode::Success)
    return code;
  else if (backend)
    decide(candidate, compiled);
  else if (llvm::Error error = hand(candidate, compiled))
    return fail(ExitCode::Tool, llvm::toString(std::move(error)));
  if (backend)
    return keep(candidate);
  handed.push_back(std::move(candidate));
  return ExitCode::Success;
}

ExitCode Explorer::keep(const Candidate &candidate) {
  if (llvm::Error error = record.add(candidate))
    return fail(ExitCode::Internal, llvm::toString(std::move(error)));
  note(candidate);
  print(candidate, /*known=*/false);
  return ExitCode::Success;
}

/// All designs at once: which one is best is not known until all are evaluated.
llvm::Error Explorer::hand(Candidate &candidate, Compilation &compiled) {
  if (!isEvaluated(candidate.design))
    return farm->start(compiled, record.candidates.size() + handed.size(),
                       candidate.lowerBound);
  candidate.skipped = "the same design as before";
  return llvm::Error::success();
}

/// In the order in which they were handed out.
ExitCode Explorer::collect() {
  unsigned number = record.candidates.size();
  for (Candidate &candidate : handed) {
    if (candidate.skipped.empty()) {
      llvm::Expected<Evaluation> found = farm->finish(number);
      if (!found)
        return fail(ExitCode::Tool, llvm::toString(found.takeError()));
      candidate.evaluation = std::move(*found);
    }
    ++number;
    if (ExitCode code = keep(candidate); code != ExitCode::Success)
      return code;
  }
  handed.clear();
  return ExitCode::Success;
}

ExitCode Explorer::run() {
  if (ExitCode code = prepare(); code != ExitCode::Success)
    return code;
  for (int64_t maxPartition : options.dse.partitions)
    for (StringRef space : options.dse.spaces)
      for (bool fineGrained : {false, true})
        if (!canceled &&
            (!fineGrained || explore::findTemplate(space)->keepsNests()))
          if (ExitCode code = explore(space, maxPartition, fineGrained);
              code != ExitCode::Success)
            return code;
  if (ExitCode code = collect(); code != ExitCode::Success)
    return code;
  if (!best)
    return fail(ExitCode::NoDesign,
                "no candidate was found valid by " + nameOfBackend());
  options.pipeline.spaceName = best->space;
  options.pipeline.maxPartition = best->maxPartition;
  options.pipeline.fineGrained = best->fineGrained;
  out << "best: space " << best->space << ", partition " << best->maxPartition
      << ", " << (best->fineGrained ? "fine" : "coarse+fine") << ", "
      << best->evaluation.cycles << " cycles by " << nameOfBackend() << "\n";
  out.flush();
  return ExitCode::Success;
}

ExitCode talos::exploreDesigns(DriverOptions &options, llvm::raw_ostream &out,
                               llvm::raw_ostream &err,
                               const std::atomic<bool> &canceled) {
  return Explorer(options, out, err, canceled).run();
}
