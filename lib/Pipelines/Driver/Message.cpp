//===- Message.cpp - What a run says --------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "talos/Pipelines/Session.h"

using namespace mlir;
using namespace talos;

/// The file, line and column of a location, or of what it is made of.
static FileLineColLoc placeOf(Location location) {
  FileLineColLoc place;
  location->walk([&](Location part) {
    place = dyn_cast<FileLineColLoc>(part);
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place;
}

Message talos::toMessage(const Diagnostic &diagnostic) {
  Message message;
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    message.severity = Message::Error;
    break;
  case DiagnosticSeverity::Warning:
    message.severity = Message::Warning;
    break;
  case DiagnosticSeverity::Remark:
    message.severity = Message::Remark;
    break;
  case DiagnosticSeverity::Note:
    message.severity = Message::Note;
    break;
  }
  if (FileLineColLoc place = placeOf(diagnostic.getLocation())) {
    message.file = place.getFilename().str();
    message.line = place.getLine();
    message.column = place.getColumn();
  }
  message.text = diagnostic.str();
  for (const Diagnostic &note : diagnostic.getNotes())
    message.notes.push_back(toMessage(note));
  return message;
}
