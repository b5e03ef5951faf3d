//===- module.cpp - The C API for Python: talos._talos --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin layer: programs cross as text or bytecode, reports as JSON. Steps run
// on a thread of their own, so that the calling one can show progress and take
// Ctrl-C. What is convenient stands in the Python files beside this module.
//
//===----------------------------------------------------------------------===//

#include "talos-c/Registration.h"
#include "talos-c/Session.h"
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <thread>

namespace py = pybind11;

/// How often a running step looks for signals and shows progress.
static constexpr std::chrono::milliseconds lookEvery(50);

static std::string text(MlirStringRef string) {
  return std::string(string.data, string.length);
}
static MlirStringRef reference(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}
static void append(MlirStringRef part, void *whole) {
  static_cast<std::string *>(whole)->append(part.data, part.length);
}

namespace {
struct Progress {
  std::string phase;
  int64_t best = -1, bound = -1; ///< cycles; -1: not known
};

using Message = std::tuple<int, std::string, unsigned, unsigned, std::string>;
using Messages = std::vector<Message>;

/// The signal that ends waiting for processes must reach the thread that waits.
class WithoutAlarms {
public:
  WithoutAlarms() {
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, &before);
  }
  ~WithoutAlarms() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

private:
  sigset_t before;
};

/// One run of the compiler.
class Session {
public:
  Session(const std::vector<std::pair<std::string, std::string>> &settings,
          const std::string &name, const std::optional<std::string> &program);
  ~Session() { talosSessionDestroy(session); }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  int run(const std::string &step, const py::object &progress);
  int write(const std::string &directory, bool withSimulation) {
    return talosSessionWrite(session, reference(directory), withSimulation);
  }
  bool isCanceled() const { return talosSessionIsCanceled(session); }

  std::string report(bool withTimes) const;
  std::string table() const;
  py::object module(bool asBytecode) const;
  std::vector<std::pair<std::string, std::string>> files() const;
  Messages messages() const;
  std::string said() const;

private:
  static void note(MlirStringRef phase, int64_t best, int64_t bound,
                   void *self);
  void wait(const py::object &progress);
  void take(py::error_already_set error);
  void lookForSignals();
  void show(const py::object &progress);

  TalosSession session;
  std::mutex mutex;
  std::condition_variable ended;
  bool isOver = false, isFresh = false;
  bool mayKeep = false; ///< the step is the search, or comes before it
  Progress latest;
  std::optional<py::error_already_set> raised;
};
} // namespace

Session::Session(
    const std::vector<std::pair<std::string, std::string>> &settings,
    const std::string &name, const std::optional<std::string> &program) {
  TalosOptions options = talosOptionsCreate();
  for (const auto &[key, value] : settings)
    if (!talosOptionsSet(options, reference(key), reference(value))) {
      talosOptionsDestroy(options);
      throw py::value_error("option '" + key + "' has no value '" + value +
                            "'");
    }
  session = program ? talosSessionCreateFromText(options, reference(name),
                                                 reference(*program))
                    : talosSessionCreate(options, reference(name));
  talosOptionsDestroy(options);
  talosSessionSetProgress(session, note, this);
}

void Session::note(MlirStringRef phase, int64_t best, int64_t bound,
                   void *self) {
  auto *own = static_cast<Session *>(self);
  std::lock_guard<std::mutex> guard(own->mutex);
  own->latest = {text(phase), best, bound};
  own->isFresh = true;
}

/// The first Ctrl-C up to the end of the search ends that, which keeps its best
/// design; anything else that was raised goes on as soon as the step is over.
void Session::take(py::error_already_set error) {
  bool isFirst = mayKeep && !talosSessionIsCanceled(session);
  if (!isFirst || !error.matches(PyExc_KeyboardInterrupt))
    raised = std::move(error);
  if (mayKeep)
    talosSessionCancel(session);
}

void Session::lookForSignals() {
  if (!raised && PyErr_CheckSignals() != 0)
    take(py::error_already_set());
}

void Session::show(const py::object &progress) {
  if (raised || progress.is_none())
    return;
  Progress known;
  {
    std::lock_guard<std::mutex> guard(mutex);
    if (!isFresh)
      return;
    isFresh = false;
    known = latest;
  }
  auto orNone = [](int64_t cycles) {
    return cycles < 0 ? py::object(py::none()) : py::int_(cycles);
  };
  try {
    progress(known.phase, orNone(known.best), orNone(known.bound));
  } catch (py::error_already_set &error) {
    take(std::move(error)); // Ctrl-C strikes in Python code as well
  }
}

void Session::wait(const py::object &progress) {
  for (bool over = false; !over;) {
    {
      py::gil_scoped_release others;
      std::unique_lock<std::mutex> lock(mutex);
      over = ended.wait_for(lock, lookEvery, [this] { return isOver; });
    }
    show(progress);
    lookForSignals();
  }
}

int Session::run(const std::string &step, const py::object &progress) {
  TalosStatus (*call)(TalosSession) =
      step == "read"       ? talosSessionRead
      : step == "design"   ? talosSessionDesign
      : step == "emit"     ? talosSessionEmit
      : step == "simulate" ? talosSessionSimulate
      : step == "check"    ? talosSessionCheckCycles
                           : nullptr;
  if (!call)
    throw py::value_error("no step '" + step + "'");
  int status = 0;
  isOver = false;
  mayKeep = step == "read" || step == "design";
  std::thread worker([&] {
    int result = call(session);
    std::lock_guard<std::mutex> guard(mutex);
    status = result;
    isOver = true;
    ended.notify_all();
  });
  {
    WithoutAlarms quiet;
    wait(progress);
    worker.join();
  }
  if (raised) {
    py::error_already_set error = std::move(*raised);
    raised.reset();
    throw error;
  }
  return status;
}

std::string Session::report(bool withTimes) const {
  std::string result;
  talosSessionPrintReport(session, withTimes, append, &result);
  return result;
}

std::string Session::table() const {
  std::string result;
  talosSessionPrintTable(session, append, &result);
  return result;
}

py::object Session::module(bool asBytecode) const {
  std::string result;
  talosSessionPrintModule(session, asBytecode, append, &result);
  if (asBytecode)
    return py::bytes(result);
  return py::str(result);
}

std::vector<std::pair<std::string, std::string>> Session::files() const {
  std::vector<std::pair<std::string, std::string>> result;
  talosSessionForEachFile(
      session,
      [](MlirStringRef name, MlirStringRef content, void *all) {
        static_cast<decltype(result) *>(all)->emplace_back(text(name),
                                                           text(content));
      },
      &result);
  return result;
}

static void addMessage(TalosSeverity severity, MlirStringRef file,
                       unsigned line, unsigned column, MlirStringRef content,
                       void *all) {
  static_cast<Messages *>(all)->emplace_back(int(severity), text(file), line,
                                             column, text(content));
}

Messages Session::messages() const {
  Messages result;
  talosSessionForEachMessage(session, addMessage, &result);
  return result;
}

std::string Session::said() const {
  std::string result;
  talosSessionPrintMessages(session, append, &result);
  return result;
}

//===----------------------------------------------------------------------===//
// Passes alone, options, targets
//===----------------------------------------------------------------------===//

/// The program after the passes, or None, and the messages.
static std::pair<py::object, Messages> runPasses(const std::string &name,
                                                 const std::string &program,
                                                 const std::string &pipeline,
                                                 bool asBytecode) {
  struct Result {
    std::string program;
    Messages messages;
  } result;
  bool done;
  {
    py::gil_scoped_release others;
    done = talosRunPasses(
        reference(name), reference(program), reference(pipeline), asBytecode,
        [](MlirStringRef part, void *all) {
          append(part, &static_cast<Result *>(all)->program);
        },
        [](TalosSeverity severity, MlirStringRef file, unsigned line,
           unsigned column, MlirStringRef content, void *all) {
          addMessage(severity, file, line, column, content,
                     &static_cast<Result *>(all)->messages);
        },
        &result);
  }
  py::object program_ = py::none();
  if (done && asBytecode)
    program_ = py::bytes(result.program);
  else if (done)
    program_ = py::str(result.program);
  return {program_, result.messages};
}

using Record = std::tuple<std::string, std::string, std::string, std::string>;

static std::vector<Record> optionRecords() {
  std::vector<Record> records;
  talosForEachOption(
      [](MlirStringRef name, MlirStringRef value, MlirStringRef choices,
         MlirStringRef help, void *all) {
        static_cast<std::vector<Record> *>(all)->emplace_back(
            text(name), text(value), text(choices), text(help));
      },
      &records);
  return records;
}

static std::vector<std::string> targets() {
  std::vector<std::string> names;
  talosForEachTarget(
      [](MlirStringRef name, void *all) {
        static_cast<std::vector<std::string> *>(all)->push_back(text(name));
      },
      &names);
  return names;
}

static std::string dataFile(const std::string &name) {
  std::string result;
  if (!talosFindDataFile(reference(name), append, &result))
    throw std::runtime_error(result);
  return result;
}

PYBIND11_MODULE(_talos, m) {
  m.doc() = "The C API of Talos; see the package talos.";
  m.attr("version") = text(talosVersion());
  py::class_<Session>(m, "Session")
      .def(py::init<const std::vector<std::pair<std::string, std::string>> &,
                    const std::string &, const std::optional<std::string> &>(),
           py::arg("options"), py::arg("name"), py::arg("program") = py::none())
      .def("run", &Session::run, py::arg("step"),
           py::arg("progress") = py::none())
      .def("write", &Session::write, py::arg("directory"),
           py::arg("with_simulation"))
      .def_property_readonly("canceled", &Session::isCanceled)
      .def("report", &Session::report, py::arg("with_times") = false)
      .def("table", &Session::table)
      .def("module", &Session::module, py::arg("as_bytecode") = false)
      .def("files", &Session::files)
      .def("messages", &Session::messages)
      .def("said", &Session::said);
  m.def("run_passes", &runPasses, py::arg("name"), py::arg("program"),
        py::arg("pipeline"), py::arg("as_bytecode") = false);
  m.def("option_records", &optionRecords);
  m.def("targets", &targets);
  m.def("data_file", &dataFile, py::arg("name"));
}
