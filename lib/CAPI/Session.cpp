//===- Session.cpp - From a program to a checked project ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos-c/Session.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/CAPI/Wrap.h"
#include "talos/Pipelines/Session.h"
#include "talos/Support/LargeStack.h"

using namespace talos;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
struct Options {
  std::vector<std::string> arguments; ///< of the command line
};

/// Options, client and steps of a session.
struct CSession {
  explicit CSession(const Options &options, StringRef input)
      : arguments(options.arguments) {
    arguments.push_back(input.str());
  }

  /// Runs one step where parsers and walks have room.
  template <typename Step> TalosStatus run(Step step) {
    return TalosStatus(
        runOnLargeStack([&] { return static_cast<int>(step()); }));
  }
  ExitCode read();
  void note(const Message &message);

  std::vector<std::string> arguments;
  std::optional<std::string> text;
  std::string said;
  llvm::raw_string_ostream err{said};
  std::vector<Message> messages;
  TalosProgressCallback progress = nullptr;
  void *progressData = nullptr;
  std::atomic<bool> isCanceled{false};
  std::mutex mutex; ///< of the session's making
  std::unique_ptr<Session> session;
};
} // namespace

DEFINE_C_API_PTR_METHODS(TalosOptions, Options)
DEFINE_C_API_PTR_METHODS(TalosSession, CSession)

TalosOptions talosOptionsCreate(void) { return wrap(new Options); }
void talosOptionsDestroy(TalosOptions options) { delete unwrap(options); }

bool talosOptionsSet(TalosOptions options, MlirStringRef name,
                     MlirStringRef value) {
  std::string key = unwrap(name).str(), text = unwrap(value).str();
  for (const OptionRecord &record : driverOptionRecords()) {
    if (record.name != key)
      continue;
    std::vector<std::string> &arguments = unwrap(options)->arguments;
    std::string spelled = (record.isShort ? "-" : "--") + key;
    if (!record.value.empty()) {
      arguments.push_back(spelled);
      arguments.push_back(text);
    } else if (text == "true") {
      arguments.push_back(spelled);
    } else {
      return text == "false";
    }
    return true;
  }
  return false;
}

void talosForEachOption(TalosOptionCallback each, void *userData) {
  for (const OptionRecord &record : driverOptionRecords())
    each(wrap(record.name), wrap(record.value), wrap(record.choices),
         wrap(record.help), userData);
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

void CSession::note(const Message &message) {
  messages.push_back(message);
  for (const Message &also : message.notes)
    messages.push_back(also);
}

/// Errors of options are lines of text.
static std::vector<Message> messagesOf(StringRef text) {
  std::vector<Message> messages;
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    line.consume_front("hlsc: error: ");
    messages.push_back({Message::Error, "", 0, 0, line.str(), {}});
  }
  return messages;
}

ExitCode CSession::read() {
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  DriverOptions options;
  if (std::optional<ExitCode> code =
          parseDriverOptions(pointers, options, err, err)) {
    messages = messagesOf(said);
    return *code == ExitCode::Success ? ExitCode::Usage : *code;
  }
  options.inputText = text;
  {
    std::lock_guard<std::mutex> guard(mutex);
    SessionClient client{err,
                         [this](const Message &message) { note(message); },
                         {},
                         /*mayEndProcess=*/false};
    if (progress)
      client.progress = [this](const PhaseProgress &known) {
        progress(wrap(known.phase), known.best.value_or(-1),
                 known.bound.value_or(-1), progressData);
      };
    session = std::make_unique<Session>(options, std::move(client));
    if (isCanceled)
      session->cancel();
  }
  if (ExitCode code = session->explore(llvm::nulls());
      code != ExitCode::Success)
    return code;
  return session->read();
}

TalosSession talosSessionCreate(TalosOptions options, MlirStringRef file) {
  return wrap(new CSession(*unwrap(options), unwrap(file)));
}

TalosSession talosSessionCreateFromText(TalosOptions options,
                                        MlirStringRef name,
                                        MlirStringRef text) {
  auto *session = new CSession(*unwrap(options), unwrap(name));
  session->text = unwrap(text).str();
  return wrap(session);
}

void talosSessionDestroy(TalosSession session) { delete unwrap(session); }

void talosSessionSetProgress(TalosSession session, TalosProgressCallback each,
                             void *userData) {
  unwrap(session)->progress = each;
  unwrap(session)->progressData = userData;
}

void talosSessionCancel(TalosSession session) {
  CSession *own = unwrap(session);
  std::lock_guard<std::mutex> guard(own->mutex);
  own->isCanceled = true;
  if (own->session)
    own->session->cancel();
}

bool talosSessionIsCanceled(TalosSession session) {
  return unwrap(session)->isCanceled;
}

TalosStatus talosSessionRead(TalosSession session) {
  CSession *own = unwrap(session);
  return own->run([&] { return own->read(); });
}

TalosStatus talosSessionDesign(TalosSession session) {
  CSession *own = unwrap(session);
  return own->run([&] { return own->session->design(); });
}

TalosStatus talosSessionEmit(TalosSession session) {
  CSession *own = unwrap(session);
  return own->run([&] { return own->session->emit(); });
}

TalosStatus talosSessionSimulate(TalosSession session) {
  CSession *own = unwrap(session);
  return own->run([&] { return own->session->simulate(); });
}

TalosStatus talosSessionWrite(TalosSession session, MlirStringRef directory,
                              bool withSimulation) {
  CSession *own = unwrap(session);
  return own->run(
      [&] { return own->session->write(unwrap(directory), withSimulation); });
}

TalosStatus talosSessionCheckCycles(TalosSession session) {
  CSession *own = unwrap(session);
  return own->run([&] { return own->session->checkCycles(); });
}

void talosSessionPrintReport(TalosSession session, bool withTimes,
                             MlirStringCallback print, void *userData) {
  std::string text = unwrap(session)->session->reportJSON(withTimes);
  print(wrap(StringRef(text)), userData);
}

void talosSessionPrintTable(TalosSession session, MlirStringCallback print,
                            void *userData) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printReport(unwrap(session)->session->report(), os);
  print(wrap(StringRef(text)), userData);
}

void talosSessionPrintModule(TalosSession session, bool asBytecode,
                             MlirStringCallback print, void *userData) {
  CSession *own = unwrap(session);
  std::string text;
  llvm::raw_string_ostream os(text);
  own->run([&] {
    mlir::ModuleOp module = own->session->module();
    if (asBytecode)
      return mlir::writeBytecodeToFile(module, os).succeeded() ? 0 : 1;
    module.print(os);
    os << "\n";
    return 0;
  });
  print(wrap(StringRef(text)), userData);
}

void talosSessionForEachFile(TalosSession session, TalosFileCallback each,
                             void *userData) {
  for (const ProjectFile &file : unwrap(session)->session->files())
    each(wrap(file.name), wrap(file.text), userData);
}

void talosSessionForEachMessage(TalosSession session, TalosMessageCallback each,
                                void *userData) {
  for (const Message &message : unwrap(session)->messages)
    each(TalosSeverity(message.severity), wrap(StringRef(message.file)),
         message.line, message.column, wrap(StringRef(message.text)), userData);
}

void talosSessionPrintMessages(TalosSession session, MlirStringCallback print,
                               void *userData) {
  print(wrap(StringRef(unwrap(session)->said)), userData);
}
