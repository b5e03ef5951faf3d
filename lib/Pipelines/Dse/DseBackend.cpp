//===- DseBackend.cpp - Who says what a candidate costs -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/DseBackend.h"
#include "talos/Analysis/QoR.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Support/Process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace talos;

static constexpr std::pair<Evaluation::Status, llvm::StringLiteral> statuses[] =
    {{Evaluation::Valid, "valid"},
     {Evaluation::TooLarge, "too large"},
     {Evaluation::Failed, "failed"},
     {Evaluation::TimedOut, "timed out"}};

StringRef talos::toString(Evaluation::Status status) {
  return statuses[status].second;
}

std::optional<Evaluation::Status> talos::parseStatus(StringRef text) {
  for (auto &[status, name] : statuses)
    if (name == text)
      return status;
  return std::nullopt;
}

namespace {
class EstimatorBackend : public DseBackend {
public:
  StringRef name() const override { return "estimator"; }
  Evaluation evaluate(Compilation &compiled, unsigned number,
                      int64_t lowerBound) override;
};

class VitisBackend : public DseBackend {
public:
  VitisBackend(std::string tool, std::string directory, unsigned timeoutSeconds)
      : tool(std::move(tool)), directory(std::move(directory)),
        timeoutSeconds(timeoutSeconds) {}
  StringRef name() const override { return "vitis"; }
  Evaluation evaluate(Compilation &compiled, unsigned number,
                      int64_t lowerBound) override;

private:
  Evaluation read(Compilation &compiled, StringRef directory,
                  int64_t lowerBound) const;
  std::string tool, directory;
  unsigned timeoutSeconds;
};
} // namespace

Evaluation talos::notValid(const llvm::Twine &why) {
  Evaluation result;
  result.message = why.str();
  return result;
}

Evaluation talos::judge(const target::Resources &usable, int64_t cycles,
                        const target::Resources &used, int64_t lowerBound) {
  Evaluation result;
  if (cycles < std::max<int64_t>(lowerBound, 1))
    return notValid("reported " + llvm::Twine(cycles) +
                    " cycles, but no such design takes less than " +
                    llvm::Twine(lowerBound));
  result.cycles = cycles;
  result.resources = used;
  result.message = target::overuse(used, usable);
  result.status =
      result.message.empty() ? Evaluation::Valid : Evaluation::TooLarge;
  return result;
}

llvm::Expected<std::string> talos::writeProject(Compilation &compiled,
                                                StringRef directory,
                                                unsigned number) {
  llvm::SmallString<256> absolute(StringRef(
      llvm::formatv("{0}/{1}", directory, llvm::format("%03u", number)).str()));
  llvm::sys::fs::make_absolute(absolute);
  // What an interrupted run left says nothing.
  llvm::sys::fs::remove_directories(absolute);
  std::vector<OutputFile> files;
  if (failed(compiled.emit(files)))
    return llvm::createStringError("the design cannot be emitted");
  if (llvm::Error error = writeOutputFiles(absolute, files))
    return std::move(error);
  return absolute.str().str();
}

Evaluation EstimatorBackend::evaluate(Compilation &compiled, unsigned,
                                      int64_t lowerBound) {
  FailureOr<analysis::QoR> qor =
      analysis::estimateQoR(compiled.top(), compiled.target,
                            hls::targetOf(compiled.top()).getTreeReduction());
  if (failed(qor))
    return notValid("the estimator cannot read the design");
  return judge(compiled.usable(), qor->latency, qor->resources, lowerBound);
}

std::unique_ptr<DseBackend> talos::createEstimatorBackend() {
  return std::make_unique<EstimatorBackend>();
}

llvm::Expected<std::unique_ptr<DseBackend>>
talos::createVitisBackend(std::string directory, unsigned timeoutSeconds) {
  auto tool = llvm::sys::findProgramByName("vitis_hls");
  if (!tool)
    return llvm::createStringError(
        "--dse-backend vitis needs vitis_hls, which is not on PATH");
  return std::make_unique<VitisBackend>(*tool, std::move(directory),
                                        timeoutSeconds);
}

/// The text between <tag> and </tag>, the first one; empty if there is none.
static StringRef inside(StringRef text, const std::string &tag) {
  size_t start = text.find("<" + tag + ">");
  if (start == StringRef::npos)
    return "";
  text = text.drop_front(start + tag.size() + 2);
  size_t end = text.find("</" + tag + ">");
  return end == StringRef::npos ? "" : text.take_front(end).trim();
}

static std::optional<int64_t> figure(StringRef text, const std::string &tag) {
  int64_t value = 0;
  if (inside(text, tag).getAsInteger(10, value) || value < 0)
    return std::nullopt;
  return value;
}

/// The csynth.xml below a directory; empty if there is none.
static std::string findReport(StringRef directory) {
  std::error_code error;
  std::vector<std::string> found;
  for (llvm::sys::fs::recursive_directory_iterator it(directory, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::filename(it->path()) == "csynth.xml")
      found.push_back(it->path());
  return found.empty() ? "" : *llvm::min_element(found);
}

/// Every figure must be there: half a report is none.
Evaluation VitisBackend::read(Compilation &compiled, StringRef directory,
                              int64_t lowerBound) const {
  std::string path = findReport(directory);
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (path.empty() || !file)
    return notValid("no csynth.xml was written");
  StringRef text = (*file)->getBuffer();
  StringRef latency = inside(text, "SummaryOfOverallLatency");
  StringRef area = inside(inside(text, "AreaEstimates"), "Resources");
  std::optional<int64_t> cycles = figure(latency, "Worst-caseLatency");
  bool isWhole = cycles.has_value();
  target::Resources used;
  for (const target::ResourceField &field : target::resourceFields) {
    std::optional<int64_t> amount = figure(area, field.name.str());
    isWhole &= amount.has_value();
    if (amount)
      used.*field.amount = *amount;
  }
  if (!isWhole)
    return notValid("csynth.xml lacks the latency or a resource");
  return judge(compiled.usable(), *cycles, used, lowerBound);
}

Evaluation VitisBackend::evaluate(Compilation &compiled, unsigned number,
                                  int64_t lowerBound) {
  llvm::Expected<std::string> project =
      writeProject(compiled, directory, number);
  if (!project)
    return notValid(llvm::toString(project.takeError()));
  ProcessOptions process;
  process.timeoutSeconds = timeoutSeconds;
  // The project's files are named relative to its directory.
  ProcessResult result =
      runProcess("env", {"-C", *project, tool, "-f", "run_hls.tcl"}, process);
  if (result.status == ProcessStatus::TimedOut) {
    Evaluation late = notValid(result.message);
    late.status = Evaluation::TimedOut;
    return late;
  }
  if (!result.succeeded())
    return notValid(result.message);
  return read(compiled, *project, lowerBound);
}
