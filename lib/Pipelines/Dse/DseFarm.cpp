//===- DseFarm.cpp - Candidates on many machines --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The farm itself is python/talos/farm, which a child process runs; serve.py
// there describes the lines that it is spoken to in.
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Dse/DseBackend.h"
#include "Pipelines/Dse/RecordFile.h"
#include "talos/Support/DataDir.h"
#include "talos/Support/Dialogue.h"
#include "talos/Support/Nesting.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <map>

using namespace mlir;
using namespace talos;
namespace json = llvm::json;

namespace {
class FarmProcess : public DseFarm {
public:
  FarmProcess(std::string directory, std::unique_ptr<Dialogue> dialogue)
      : directory(std::move(directory)), dialogue(std::move(dialogue)) {}

  /// Waits until it is ready.
  llvm::Error greet();
  llvm::Error start(Compilation &compiled, unsigned number,
                    int64_t lowerBound) override;
  llvm::Expected<Evaluation> finish(unsigned number) override;

private:
  /// What an answer is judged by.
  struct Asked {
    target::Resources usable;
    int64_t lowerBound = 0;
  };
  llvm::Error lost() const;
  llvm::Expected<json::Object> hear();
  static Evaluation read(const json::Object &answer, const Asked &asked);

  std::string directory;
  std::unique_ptr<Dialogue> dialogue;
  std::map<unsigned, Asked> asked;
  std::map<unsigned, Evaluation> answers; ///< that nobody asked for so far
};
} // namespace

llvm::Error FarmProcess::lost() const {
  return llvm::createStringError(
      "the farm ended (its error stands above); the same command takes up what "
      "it has done, which is in '" +
      directory + "'");
}

llvm::Expected<json::Object> FarmProcess::hear() {
  std::optional<std::string> line = dialogue->hear();
  if (!line)
    return lost();
  llvm::Expected<json::Value> value = parseJson(*line);
  if (!value)
    return value.takeError();
  if (json::Object *object = value->getAsObject())
    return std::move(*object);
  return llvm::createStringError("the farm says '" + *line + "'");
}

llvm::Error FarmProcess::greet() {
  llvm::Expected<json::Object> ready = hear();
  return ready ? llvm::Error::success() : ready.takeError();
}

llvm::Error FarmProcess::start(Compilation &compiled, unsigned number,
                               int64_t lowerBound) {
  llvm::Expected<std::string> project =
      writeProject(compiled, directory + "/projects", number);
  if (!project) {
    answers[number] = notValid(llvm::toString(project.takeError()));
    return llvm::Error::success();
  }
  asked[number] = {compiled.usable(), lowerBound};
  json::Value request = json::Object{{"id", number}, {"project", *project}};
  std::string line;
  llvm::raw_string_ostream(line) << request;
  return dialogue->say(line) ? llvm::Error::success() : lost();
}

Evaluation FarmProcess::read(const json::Object &answer, const Asked &asked) {
  std::string message = answer.getString("message").value_or("").str();
  auto status = parseStatus(answer.getString("status").value_or(""));
  auto cycles = answer.getInteger("cycles");
  auto used = resourcesFromJSON(answer.getObject("resources"));
  if (cycles && used)
    return judge(asked.usable, *cycles, *used, asked.lowerBound);
  Evaluation result = notValid(message);
  if (status == Evaluation::TimedOut)
    result.status = *status;
  return result;
}

llvm::Expected<Evaluation> FarmProcess::finish(unsigned number) {
  while (!answers.count(number)) {
    llvm::Expected<json::Object> answer = hear();
    if (!answer)
      return answer.takeError();
    auto id = answer->getInteger("id");
    auto request = asked.find(id ? unsigned(*id) : UINT_MAX);
    if (request == asked.end())
      return llvm::createStringError("the farm answers what nobody asked for");
    answers[request->first] = read(*answer, request->second);
  }
  return answers[number];
}

llvm::Expected<std::unique_ptr<DseFarm>>
talos::createFarm(StringRef directory, StringRef options,
                  unsigned timeoutSeconds) {
  llvm::Expected<std::string> package = findDataFile("python/talos/farm");
  if (!package)
    return package.takeError();
  StringRef packages =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(*package));
  std::string path = "PYTHONPATH=" + packages.str();
  if (const char *more = std::getenv("PYTHONPATH"))
    path += std::string(":") + more;
  const char *python = std::getenv("TALOS_PYTHON");
  std::vector<std::string> arguments{
      "-m",     "talos",         "farm",      "serve",
      "--root", directory.str(), "--timeout", std::to_string(timeoutSeconds)};
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(options, saver, words);
  arguments.insert(arguments.end(), words.begin(), words.end());
  auto dialogue = Dialogue::start(python ? python : TALOS_PYTHON_EXECUTABLE,
                                  arguments, {path});
  if (!dialogue)
    return dialogue.takeError();
  auto farm =
      std::make_unique<FarmProcess>(directory.str(), std::move(*dialogue));
  if (llvm::Error error = farm->greet())
    return std::move(error);
  return std::unique_ptr<DseFarm>(std::move(farm));
}
