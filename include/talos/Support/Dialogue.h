//===- Dialogue.h - Talks to a program in lines -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_DIALOGUE_H
#define TALOS_SUPPORT_DIALOGUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace talos {

/// A child process whose standard input and output are lines of text; its error
/// stream is this process'. When the object goes, the child's input ends, and
/// the child is awaited.
class Dialogue {
public:
  /// Runs `program` (a path, or a name looked up in PATH) with `arguments`;
  /// `environment`: further NAME=VALUE.
  static llvm::Expected<std::unique_ptr<Dialogue>>
  start(llvm::StringRef program, llvm::ArrayRef<std::string> arguments,
        llvm::ArrayRef<std::string> environment = {});
  ~Dialogue();
  Dialogue(const Dialogue &) = delete;
  Dialogue &operator=(const Dialogue &) = delete;

  /// Sends a line; false if the child takes no more.
  bool say(llvm::StringRef line);
  /// Waits for the child's next line; nullopt: there will be none.
  std::optional<std::string> hear();

private:
  Dialogue(int process, int socket) : process(process), socket(socket) {}

  int process, socket;
  std::string heard; ///< behind the last whole line
};

} // namespace talos

#endif // TALOS_SUPPORT_DIALOGUE_H
