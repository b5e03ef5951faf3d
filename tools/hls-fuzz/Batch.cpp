//===- Batch.cpp - Programs compiled and compared together ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batch.h"
#include "Contractions.h"
#include "Variants.h"
#include "talos/Emit/Emit.h"
#include "talos/Pipelines/CSim.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Support/DataDir.h"
#include "talos/Support/Process.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace talos;
using namespace talos::fuzz;
using llvm::StringRef;

namespace {

/// One program compiled in one way.
struct Variant {
  Kind kind = Kind::Solved;
  std::string name;            ///< of the function, the files and the namespace
  bool isReassociated = false; ///< its sums round otherwise
};

class Compiler {
public:
  Compiler(const FuzzOptions &options, std::string directory)
      : options(options), directory(std::move(directory)) {}

  /// Compiles one program in every way; a line a variant goes to `log`:
  /// "<kind> <name> ok", "... reassociated" (ok, other sums), "... apart" (ok,
  /// but model and estimator differ),
  /// "... refused" or "... failed <why>".
  void compile(uint64_t seed, llvm::raw_ostream &log);

private:
  ExitCode drive(const Variant &variant, uint64_t seed, DriverOptions driver,
                 std::string &errors);
  void report(const Variant &variant, ExitCode code, StringRef errors,
              llvm::raw_ostream &log);
  std::optional<llvm::json::Object> reportOf(const Variant &variant) const;
  std::optional<llvm::json::Object> designOf(const Variant &variant) const;
  bool run(const Variant &variant, uint64_t seed, const DriverOptions &driver,
           llvm::raw_ostream &log);
  void stream(const Variant &variant, uint64_t seed, llvm::raw_ostream &log);
  bool runStreamed(const Variant &variant, uint64_t seed,
                   const DriverOptions &driver, std::string &task,
                   llvm::raw_ostream &log);
  bool prepare(const Variant &variant, llvm::json::Object design,
               Random &random, DriverOptions &driver) const;
  std::string path(const llvm::Twine &name) const {
    return (directory + "/" + name).str();
  }

  const FuzzOptions &options;
  std::string directory;
};

} // namespace

static bool writeFile(const std::string &path, StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  os << text;
  os.close();
  return !code && !os.error();
}

static std::string readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

ExitCode Compiler::drive(const Variant &variant, uint64_t seed,
                         DriverOptions driver, std::string &errors) {
  driver.input = path(variant.name + ".c");
  driver.outputDir = path(variant.name);
  driver.report = ReportFormat::None;
  driver.pipeline.top = variant.name;
  driver.pipeline.target = options.target;
  driver.pipeline.threads = 1;
  writeFile(driver.input,
            options.streamed
                ? generateContractions(variant.name, seed)
                : generateProgram(variant.name, seed, options.partly));
  std::string output;
  llvm::raw_string_ostream out(output), err(errors);
  return runDriver(driver, out, err);
}

/// The first error, without its place.
static StringRef messageOf(StringRef errors) {
  return errors.substr(errors.find("error: ")).split('\n').first;
}

/// What a variant may come to is said at Kind.
void Compiler::report(const Variant &variant, ExitCode code, StringRef errors,
                      llvm::raw_ostream &log) {
  bool mayRefuse =
      (variant.kind == Kind::Pinned && code == ExitCode::NoDesign) ||
      ((variant.kind == Kind::Perturbed || variant.kind == Kind::Tiled ||
        variant.kind == Kind::InBlocks || variant.kind == Kind::Moved ||
        variant.kind == Kind::Scheduled || variant.kind == Kind::Streamed) &&
       (code == ExitCode::BadInput || code == ExitCode::NoDesign)) ||
      (variant.kind == Kind::Broken && code == ExitCode::BadInput);
  // What streams do not express is refused by the space, not by a verifier.
  bool explained =
      errors.contains("error: ") && !errors.contains("internal error") &&
      (variant.kind != Kind::Streamed || code == ExitCode::NoDesign ||
       errors.contains("use space=shared") ||
       (StringRef(variant.name).ends_with("_tiles") &&
        errors.contains("tiles")));
  bool mustFail = variant.kind == Kind::Broken;
  log << toString(variant.kind) << " " << variant.name << " ";
  size_t leftOut = errors.find("warning: a design of ");
  if (leftOut != StringRef::npos)
    log << "failed " << errors.substr(leftOut).split('\n').first << "\n";
  else if (code == ExitCode::Success && !mustFail)
    log << (variant.isReassociated ? "reassociated\n" : "ok\n");
  else if (code == ExitCode::Disagreement && !mustFail)
    log << "apart\n";
  else if (mayRefuse && explained)
    log << "refused " << messageOf(errors) << "\n";
  else
    log << "failed exit code " << int(code) << ": " << messageOf(errors)
        << "\n";
  log.flush();
}

/// The report of a compiled variant.
std::optional<llvm::json::Object>
Compiler::reportOf(const Variant &variant) const {
  auto parsed =
      llvm::json::parse(readFile(path(variant.name + "/report.json")));
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  llvm::json::Object *report = parsed->getAsObject();
  return report ? std::optional(std::move(*report)) : std::nullopt;
}

std::optional<llvm::json::Object>
Compiler::designOf(const Variant &variant) const {
  std::optional<llvm::json::Object> report = reportOf(variant);
  llvm::json::Object *design = report ? report->getObject("design") : nullptr;
  return design ? std::optional(std::move(*design)) : std::nullopt;
}

/// Compiles a variant and says so; whether there is a kernel.
bool Compiler::run(const Variant &variant, uint64_t seed,
                   const DriverOptions &driver, llvm::raw_ostream &log) {
  log << "begin " << variant.name << "\n";
  log.flush();
  std::string errors;
  ExitCode code = drive(variant, seed, driver, errors);
  report(variant, code, errors, log);
  return code == ExitCode::Success || code == ExitCode::Disagreement;
}

/// The options that make a variant out of the design of the solver; false if
/// there is none. A moved one starts from `design` with tiles.
bool Compiler::prepare(const Variant &variant, llvm::json::Object design,
                       Random &random, DriverOptions &driver) const {
  switch (variant.kind) {
  case Kind::Solved:
  case Kind::Streamed:
    return true;
  case Kind::Pinned:
    driver.pipeline.pins = randomPins(design, random);
    return true;
  case Kind::Tiled:
    driver.pipeline.tiles = randomTiles(design, random);
    if (below(random, 2)) // memory may hold these tiles
      randomLayout(driver.pipeline, random);
    return !driver.pipeline.tiles.empty();
  case Kind::LaidOut:
    randomLayout(driver.pipeline, random);
    return true;
  case Kind::InBlocks: {
    StringRef base = StringRef(variant.name).split('_').first;
    driver.pipeline.blocks =
        randomBlocks(*reportOf({Kind::Solved, base.str()}), random);
    if (random() % 2)
      randomLayout(driver.pipeline, random);
    return !driver.pipeline.blocks.empty();
  }
  case Kind::Scheduled:
    driver.pipeline.schedule = 0;
    driver.pipeline.scheduleFile = path(variant.name + ".mlir");
    return writeFile(driver.pipeline.scheduleFile,
                     randomSchedule(design, random));
  case Kind::Perturbed:
    perturb(design, random);
    break;
  case Kind::Moved:
    moveTransfers(design, random);
    break;
  case Kind::Broken:
    if (!breakDesign(design, random))
      return false;
    break;
  }
  driver.pipeline.designFile = path(variant.name + ".json");
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(design));
  return writeFile(driver.pipeline.designFile, text);
}

/// A network, with up to four ports an array, and one under other limits; where
/// a task has buffers, also with tiles of its rows, which may not be there;
/// "cycles <name> <by the model> <simulated>" goes to the log.
void Compiler::stream(const Variant &variant, uint64_t seed,
                      llvm::raw_ostream &log) {
  DriverOptions driver;
  driver.pipeline.spaceName = "streamed";
  driver.pipeline.maxPorts = 1 + seed % 4;
  std::string task, others; // with buffers
  DriverOptions limited = driver;
  Random random(seed);
  randomLimits(limited.pipeline, random);
  runStreamed({Kind::Streamed, variant.name + "_limited",
               limited.pipeline.treeReduction},
              seed, limited, others, log);
  if (!runStreamed(variant, seed, driver, task, log) || task.empty())
    return;
  driver.pipeline.pins = task + ".tiles=" + std::to_string(3 + seed % 6);
  runStreamed({Kind::Streamed, variant.name + "_tiles"}, seed, driver, task,
              log);
}

/// Whether it compiled; `task`: the first one with buffers, if there is any.
bool Compiler::runStreamed(const Variant &variant, uint64_t seed,
                           const DriverOptions &driver, std::string &task,
                           llvm::raw_ostream &log) {
  if (!run(variant, seed, driver, log))
    return false;
  std::optional<llvm::json::Object> report = reportOf(variant);
  const llvm::json::Object *model =
      report ? report->getObject("model") : nullptr;
  if (!model)
    return true;
  std::optional<int64_t> predicted = model->getInteger("cycles"),
                         executed = report->getInteger("cycles");
  if (!predicted || !executed)
    return true;
  log << "cycles " << variant.name << " " << *predicted << " " << *executed
      << "\n";
  if (const llvm::json::Object *buffered = model->getObject("buffered");
      buffered && !buffered->empty())
    task = buffered->begin()->first.str();
  return true;
}

void Compiler::compile(uint64_t seed, llvm::raw_ostream &log) {
  std::string base = "p" + std::to_string(seed);
  if (options.streamed)
    return stream({Kind::Streamed, base}, seed, log);
  Variant solved{Kind::Solved, base};
  DriverOptions own;
  if (options.schedules > 0) // scripts name the loops of the source
    own.pipeline.schedule = 0;
  if (!run(solved, seed, own, log))
    return;
  std::optional<llvm::json::Object> design = designOf(solved), tiled;
  if (!design)
    return;
  Random random(seed);
  llvm::SmallVector<Kind> ways(llvm::ArrayRef(kinds).drop_front());
  llvm::erase(ways, Kind::Streamed); // of other programs
  if (options.schedules > 0)
    ways.assign(options.schedules, Kind::Scheduled);
  for (auto [number, kind] : llvm::enumerate(ways)) {
    Variant variant{kind, base + "_" + toString(kind).str()};
    if (options.schedules > 0)
      variant.name += std::to_string(number);
    DriverOptions driver;
    if (kind == Kind::Moved && !tiled)
      continue;
    if (!prepare(variant, kind == Kind::Moved ? *tiled : *design, random,
                 driver))
      continue;
    if (run(variant, seed, driver, log) && kind == Kind::Tiled)
      tiled = designOf(variant);
  }
}

namespace {

/// A batch of programs: their processes, builds and runs.
class Batch {
public:
  Batch(const FuzzOptions &options, unsigned first, unsigned count)
      : options(options), first(options.firstSeed + first), count(count),
        directory(options.directory + "/batch" + std::to_string(first)) {}

  Tally run() {
    llvm::sys::fs::create_directories(directory);
    for (uint64_t seed = first; seed < first + count;)
      seed = compileFrom(seed);
    if (!compiled.empty() && build())
      for (const Variant &variant : compiled)
        simulate(variant);
    return std::move(tally);
  }

private:
  uint64_t compileFrom(uint64_t seed);
  uint64_t readLog(const std::string &log, uint64_t seed, int status);
  bool build();
  bool runCompiler(StringRef program, std::vector<std::string> arguments);
  void simulate(const Variant &variant);
  std::string path(const llvm::Twine &name) const {
    return (directory + "/" + name).str();
  }

  const FuzzOptions &options;
  uint64_t first, count;
  std::string directory;
  std::vector<Variant> compiled;
  Tally tally;
};

} // namespace

/// Compiles programs from `seed` on in a child process until one crashes;
/// returns the first seed that is left.
uint64_t Batch::compileFrom(uint64_t seed) {
  std::string log = path("log" + std::to_string(seed) + ".txt");
  pid_t child = fork();
  if (child == 0) {
    std::error_code code;
    llvm::raw_fd_ostream os(log, code);
    Compiler compiler(options, directory);
    for (uint64_t at = seed; !code && at < first + count; ++at)
      compiler.compile(at, os);
    os << "end\n";
    os.close();
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    tally.failures.push_back("cannot start a process");
    return first + count;
  }
  return readLog(readFile(log), seed, status);
}

uint64_t Batch::readLog(const std::string &log, uint64_t seed, int status) {
  llvm::SmallVector<StringRef> lines;
  StringRef(log).split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string current;
  for (StringRef line : lines) {
    auto [word, rest] = line.split(' ');
    if (word == "end")
      return first + count;
    if (word == "begin") {
      current = rest.str();
      continue;
    }
    auto [name, result] = rest.split(' ');
    if (word == "cycles") {
      int64_t model = 0, simulated = 0;
      result.split(' ').first.getAsInteger(10, model);
      result.split(' ').second.getAsInteger(10, simulated);
      tally.cycles.push_back({name.str(), model, simulated});
      continue;
    }
    Variant variant{Kind::Solved, name.str()};
    for (Kind kind : kinds)
      if (word == toString(kind))
        variant.kind = kind;
    tally.apart += result == "apart";
    variant.isReassociated = result.starts_with("reassociated");
    if (result == "ok" || result == "apart" || variant.isReassociated)
      compiled.push_back(variant);
    else if (result.starts_with("refused"))
      ++tally.refused[unsigned(variant.kind)];
    else
      tally.failures.push_back(line.str());
  }
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  tally.failures.push_back("crash " + current + ": signal " +
                           std::to_string(signal));
  uint64_t at = seed;
  StringRef digits = StringRef(current).drop_front(!current.empty());
  digits.split('_').first.getAsInteger(10, at);
  return at + 1;
}

bool Batch::runCompiler(StringRef program, std::vector<std::string> arguments) {
  ProcessResult process =
      runProcess(program, arguments, ProcessOptions{options.timeoutSeconds});
  if (!process.succeeded())
    tally.failures.push_back("build of " + directory + ": " + process.message +
                             "\n" + process.standardError);
  return process.succeeded();
}

/// One file of C++ holds all kernels and testbenches, each in a namespace; one
/// file of C all references.
bool Batch::build() {
  llvm::Expected<std::string> csim = findDataFile("csim");
  if (!csim) {
    tally.failures.push_back(llvm::toString(csim.takeError()));
    return false;
  }
  std::string kernels = "#include <algorithm>\n#include <cfloat>\n"
                        "#include <cmath>\n"
                        "#include <cstdint>\n#include <cstdio>\n"
                        "#include <cstdlib>\n#include <cstring>\n"
                        "#include <limits>\n#include <type_traits>\n"
                        "#include <hls_stream.h>\n#include <hls_vector.h>\n"
                        "#include <talos_dataflow.h>\n";
  std::string references, runs;
  for (auto [number, variant] : llvm::enumerate(compiled)) {
    const std::string &name = variant.name;
    // The kernel has the function's name; its source does not need it.
    references += "#define " + name + " source_" + name + "\n#include \"" +
                  name + ".c\"\n#undef " + name + "\n";
    std::string kernel = options.streamed ? "_dataflow.cpp" : ".cpp";
    if (variant.isReassociated)
      kernels += "#define TALOS_TOLERANCE " + emit::floatTolerance.str() + "\n";
    kernels += "namespace run_" + name + " {\n#include \"" + name + "/" + name +
               kernel + "\"\n#include \"" + name + "/" + name +
               "_tb.cpp\"\n}\n#undef TALOS_TOLERANCE\n";
    runs += "  if (!std::strcmp(argv[1], \"" + name + "\"))\n    return run_" +
            name + "::main();\n";
  }
  kernels += "int main(int, char **argv) {\n" + runs + "  return 2;\n}\n";
  writeFile(path("kernels.cpp"), kernels);
  writeFile(path("references.c"), references);
  std::vector<std::string> arguments = kernelArguments(*csim);
  for (const std::string &argument :
       {std::string("-fwrapv"), "-I" + directory, std::string("-o"),
        path("run"), path("kernels.cpp"), path("references.o")})
    arguments.push_back(argument);
  return runCompiler("gcc",
                     {"-O1", "-ffp-contract=off", "-fwrapv", "-w", "-c", "-o",
                      path("references.o"), path("references.c")}) &&
         runCompiler(kernelCompiler, std::move(arguments));
}

void Batch::simulate(const Variant &variant) {
  ProcessResult process = runProcess(path("run"), {variant.name},
                                     ProcessOptions{options.timeoutSeconds});
  if (process.succeeded()) {
    ++tally.equal[unsigned(variant.kind)];
    return;
  }
  tally.failures.push_back((toString(variant.kind) + " " + variant.name +
                            ": disagrees with gcc: " + process.message + " " +
                            process.standardOutput)
                               .str());
}

Tally fuzz::runBatch(const FuzzOptions &options, unsigned first,
                     unsigned count) {
  return Batch(options, first, count).run();
}
