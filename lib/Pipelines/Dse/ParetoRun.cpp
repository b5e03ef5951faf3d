//===- ParetoRun.cpp - hlsc --pareto --------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/ParetoRun.h"
#include "Pipelines/Driver/Compilation.h"
#include "Pipelines/Dse/RecordFile.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Explore/Pareto.h"
#include "talos/Pipelines/DesignFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace talos;
namespace json = llvm::json;
using explore::ParetoSolve;

namespace {
/// A design that was found under some limits.
struct FrontDesign {
  target::Amounts amounts;
  json::Value point = nullptr; ///< as --design reads it
  std::string scope;           ///< the designs that the proof speaks of
};

class FrontRun {
public:
  FrontRun(const DriverOptions &options, llvm::raw_ostream &out,
           llvm::raw_ostream &err)
      : options(options), amounts(options.pareto.amounts), out(out), err(err),
        progress(err),
        watch({options.pipeline.timeLimit, options.memoryLimit}, progress),
        front([this](ArrayRef<int64_t> limits) { return solve(limits); }),
        tiles(options.pipeline.tiles) {}
  ExitCode run();

private:
  ExitCode fail(ExitCode code, const llvm::Twine &message) {
    progress.stop();
    err << "hlsc: error: " << message << "\n";
    return code;
  }
  ExitCode prepare();
  bool read(const json::Value &line);
  std::optional<ParetoSolve> solve(ArrayRef<int64_t> limits);
  std::optional<ParetoSolve> solveWith(ArrayRef<int64_t> limits);
  PipelineOptions under(ArrayRef<int64_t> limits) const;
  void take(ParetoSolve &one, Compilation &compiled);
  ExitCode keep(const ParetoSolve &one);
  json::Object toJSON(const ParetoSolve &one) const;
  ExitCode finish();
  ExitCode writeDesigns(ArrayRef<const ParetoSolve *> points);
  void print(ArrayRef<const ParetoSolve *> points);
  std::string verdict(ArrayRef<const ParetoSolve *> points) const;
  bool isTimeOver() const {
    return watch.deadline() && Progress::Clock::now() >= *watch.deadline();
  }

  const DriverOptions &options;
  ArrayRef<const target::AmountField *> amounts;
  llvm::raw_ostream &out, &err;
  Progress progress;
  Watch watch;
  explore::ParetoFront front;
  std::string tiles; ///< `auto` until it is known what that is
  std::vector<int64_t> most;
  std::vector<FrontDesign> designs; ///< ParetoSolve::id counts them
  RecordFile record;
  ExitCode failed = ExitCode::Success; ///< what ended the search
  std::string diagnostics;             ///< of the last program
};
} // namespace

ExitCode FrontRun::prepare() {
  const PipelineOptions &p = options.pipeline;
  llvm::Expected<target::Target> target =
      target::loadTarget(p.target, *parseClockNs(p.clockNs), p.tool);
  if (!target)
    return fail(ExitCode::BadInput, llvm::toString(target.takeError()));
  llvm::Expected<target::Amounts> usable = target->usable(p.usable, p.limits);
  if (!usable)
    return fail(ExitCode::BadInput, llvm::toString(usable.takeError()));
  json::Array names{"cycles"};
  for (const target::AmountField *field : amounts) {
    most.push_back(*usable.*field->amount);
    names.push_back(field->name);
  }
  if (p.spaceName == betterSpace)
    return fail(ExitCode::BadInput,
                "--pareto is of the designs of one space; choose --space "
                "shared, streamed or mixed");
  llvm::Expected<json::Object> header = describeExploration(options);
  if (!header)
    return fail(ExitCode::BadInput, llvm::toString(header.takeError()));
  (*header)["talos_pareto"] = 1;
  (*header)["objectives"] = std::move(names);
  (*header)["space"] = p.spaceName;
  (*header)["fine_grained"] = p.fineGrained;
  (*header)["max_partition"] = p.maxPartition;
  auto file =
      RecordFile::open(options.pareto.record, std::move(*header), "solution",
                       [this](const json::Value &line) { return read(line); });
  if (!file)
    return fail(ExitCode::BadInput, llvm::toString(file.takeError()));
  record = std::move(*file);
  return ExitCode::Success;
}

static std::optional<nlp::Status> parseSolved(StringRef text) {
  for (nlp::Status status : {nlp::Status::Optimal, nlp::Status::Feasible,
                             nlp::Status::Infeasible, nlp::Status::Unknown})
    if (nlp::toString(status) == text)
      return status;
  return std::nullopt;
}

json::Object FrontRun::toJSON(const ParetoSolve &one) const {
  json::Object limits;
  for (auto [field, limit] : llvm::zip_equal(amounts, one.limits))
    if (limit != target::anyPorts)
      limits[field->name] = limit;
  json::Object line{{"limits", std::move(limits)},
                    {"tiles", tiles},
                    {"status", nlp::toString(one.status)}};
  if (!one.hasPoint())
    return line;
  const FrontDesign &design = designs[one.id];
  line["cycles"] = one.cycles;
  line["bound"] = one.bound;
  json::Object resources = resourcesToJSON(design.amounts);
  resources["ports"] = design.amounts.ports;
  line["resources"] = std::move(resources);
  line["scope"] = design.scope;
  line["design"] = design.point;
  return line;
}

/// A line of the record.
bool FrontRun::read(const json::Value &line) {
  const json::Object *object = line.getAsObject();
  const json::Object *limits = object ? object->getObject("limits") : nullptr;
  if (!limits)
    return false;
  ParetoSolve one;
  for (const target::AmountField *field : amounts) {
    std::optional<int64_t> limit = limits->getInteger(field->name);
    if (!limit && field->amount == &target::Amounts::ports)
      limit = target::anyPorts;
    if (!limit)
      return false;
    one.limits.push_back(*limit);
  }
  auto status = parseSolved(object->getString("status").value_or(""));
  auto held = object->getString("tiles");
  if (!status || !held)
    return false;
  one.status = *status;
  tiles = held->str();
  if (one.hasPoint()) {
    auto cycles = object->getInteger("cycles");
    auto bound = object->getInteger("bound");
    const json::Object *resources = object->getObject("resources");
    auto used = resourcesFromJSON(resources);
    auto ports = used ? resources->getInteger("ports") : std::nullopt;
    auto scope = object->getString("scope");
    const json::Value *design = object->get("design");
    if (!cycles || !bound || !ports || !scope || !design)
      return false;
    target::Amounts all{*used, *ports};
    one.cycles = *cycles;
    one.bound = *bound;
    one.id = designs.size();
    for (const target::AmountField *field : amounts)
      one.amounts.push_back(all.*field->amount);
    designs.push_back({all, *design, scope->str()});
  }
  front.add(std::move(one));
  return true;
}

/// The options under these limits.
PipelineOptions FrontRun::under(ArrayRef<int64_t> limits) const {
  PipelineOptions pipeline = options.pipeline;
  SmallVector<StringRef> given;
  StringRef(options.pipeline.limits).split(given, ',', -1, /*KeepEmpty=*/false);
  std::vector<std::string> parts;
  for (StringRef part : given)
    if (llvm::none_of(amounts, [&](const target::AmountField *field) {
          return part.split('=').first == field->name;
        }))
      parts.push_back(part.str());
  for (auto [field, limit] : llvm::zip_equal(amounts, limits))
    if (limit != target::anyPorts)
      parts.push_back((field->name + "=" + llvm::Twine(limit)).str());
  pipeline.limits = llvm::join(parts, ",");
  pipeline.tiles = tiles;
  return pipeline;
}

/// What the design of a run is, in figures.
void FrontRun::take(ParetoSolve &one, Compilation &compiled) {
  auto design =
      compiled.top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  auto search =
      compiled.top()->getAttrOfType<hls::SearchAttr>(hls::searchAttrName);
  FrontDesign found;
  for (const target::AmountField &field : target::amountFields)
    if (auto used = design.getResources().getAs<IntegerAttr>(field.name))
      found.amounts.*field.amount = used.getInt();
  // A copy: the texts of the design go with the compilation.
  found.point = llvm::cantFail(
      json::parse(llvm::formatv("{0}", designToJSON(design)).str()));
  found.scope = search.getScope().getValue().str();
  one.status = search.getStatus() == hls::SearchStatus::Optimal
                   ? nlp::Status::Optimal
                   : nlp::Status::Feasible;
  one.isCut = one.status != nlp::Status::Optimal && search.getTimeLimited();
  one.cycles = design.getCycles();
  one.bound = design.getBound();
  one.id = designs.size();
  for (const target::AmountField *field : amounts)
    one.amounts.push_back(found.amounts.*field->amount);
  designs.push_back(std::move(found));
}

/// Solves as `tiles` says; nullopt, with `failed` set, on an error.
std::optional<ParetoSolve> FrontRun::solveWith(ArrayRef<int64_t> limits) {
  Compilation compiled;
  diagnostics.clear();
  llvm::raw_string_ostream errors(diagnostics);
  ExitCode code = compiled.read(options, progress, errors);
  if (code == ExitCode::Success)
    code = compiled.runSpace(under(limits), progress, &watch);
  progress.stop();
  ParetoSolve one;
  one.limits = limits.vec();
  if (code == ExitCode::Success) {
    take(one, compiled);
  } else if (code == ExitCode::NoDesign && compiled.noPoint) {
    one.status = *compiled.noPoint;
    one.isCut = one.status == nlp::Status::Unknown;
  } else {
    failed = code;
    err << diagnostics;
    return std::nullopt;
  }
  return one;
}

/// Tiles, where the option says `auto`, are decided once: none are held if that
/// leaves a design, and else the best choice is searched. With a choice for
/// each limit the space would change on the way.
std::optional<ParetoSolve> FrontRun::solve(ArrayRef<int64_t> limits) {
  if (isTimeOver())
    return std::nullopt;
  bool isOpen = tiles == "auto";
  if (isOpen)
    tiles = "never";
  std::optional<ParetoSolve> one = solveWith(limits);
  if (one && isOpen && one->status == nlp::Status::Infeasible &&
      options.pipeline.spaceName == "shared") {
    tiles = "search";
    one = solveWith(limits);
  }
  // What time cut may come out better in another run.
  if (one && !one->isCut)
    if (llvm::Error error = record.append(toJSON(*one))) {
      failed = fail(ExitCode::Internal, llvm::toString(std::move(error)));
      return std::nullopt;
    }
  return one;
}

/// Each as a file for --design.
ExitCode FrontRun::writeDesigns(ArrayRef<const ParetoSolve *> points) {
  if (options.outputDir.empty())
    return ExitCode::Success;
  std::vector<OutputFile> files;
  for (auto [i, point] : llvm::enumerate(points))
    files.push_back({llvm::formatv("design-{0}.json", i + 1),
                     llvm::formatv("{0:2}\n", designs[point->id].point)});
  if (llvm::Error error = writeOutputFiles(options.outputDir, files))
    return fail(ExitCode::Internal, llvm::toString(std::move(error)));
  return ExitCode::Success;
}

std::string FrontRun::verdict(ArrayRef<const ParetoSolve *> points) const {
  std::string names = "cycles";
  for (const target::AmountField *field : amounts)
    names += (", " + field->name).str();
  std::string text =
      llvm::formatv("front of {0}: {1} designs, ", names, points.size());
  if (front.isProved())
    text += "proved";
  else if (front.isWhole())
    text += "not all proved: raise --node-limit";
  else
    text += "incomplete: a limit was reached; go on with --pareto-record and "
            "a larger --time-limit or --node-limit";
  const std::string &scope = designs[points.front()->id].scope;
  return text + (scope.empty() ? "" : " (" + scope + ")");
}

void FrontRun::print(ArrayRef<const ParetoSolve *> points) {
  out << llvm::formatv("{0,4}{1,16}", "", "cycles");
  for (const target::AmountField &field : target::amountFields)
    out << llvm::formatv("{0,11}", field.name);
  out << "\n";
  for (auto [i, point] : llvm::enumerate(points)) {
    out << llvm::formatv("{0,4}{1,16:N}", i + 1, point->cycles);
    for (const target::AmountField &field : target::amountFields)
      out << llvm::formatv("{0,11:N}",
                           designs[point->id].amounts.*field.amount);
    if (point->status == nlp::Status::Feasible)
      out << llvm::formatv("  at least {0:N} cycles", point->bound);
    out << "\n";
  }
  out << verdict(points) << "\n";
}

ExitCode FrontRun::finish() {
  std::vector<const ParetoSolve *> points = front.front();
  if (points.empty()) {
    err << diagnostics;
    return diagnostics.empty()
               ? fail(ExitCode::NoDesign,
                      "the limit of time was reached before any design was "
                      "found; raise --time-limit")
               : ExitCode::NoDesign;
  }
  if (ExitCode code = writeDesigns(points); code != ExitCode::Success)
    return code;
  if (options.report == ReportFormat::Table)
    print(points);
  if (options.report != ReportFormat::JSON)
    return ExitCode::Success;
  json::Array rows;
  for (const ParetoSolve *point : points)
    rows.push_back(toJSON(*point));
  json::Value report = json::Object{{"schema", "talos-pareto"},
                                    {"schema_version", 1},
                                    {"proved", front.isProved()},
                                    {"complete", front.isWhole()},
                                    {"points", std::move(rows)}};
  out << llvm::formatv("{0:2}\n", report);
  return ExitCode::Success;
}

ExitCode FrontRun::run() {
  if (ExitCode code = prepare(); code != ExitCode::Success)
    return code;
  front.run(most);
  return failed != ExitCode::Success ? failed : finish();
}

ExitCode talos::exploreFront(const DriverOptions &options,
                             llvm::raw_ostream &out, llvm::raw_ostream &err) {
  return FrontRun(options, out, err).run();
}
