//===- Dialogue.cpp - Talks to a program in lines -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Dialogue.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace talos;
using llvm::StringRef;

extern char **environ;

/// Null-terminated, for exec.
static std::vector<char *> pointersTo(llvm::ArrayRef<std::string> texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// This process' environment, with some variables set anew.
static std::vector<std::string>
environmentWith(llvm::ArrayRef<std::string> more) {
  std::vector<std::string> all(more.begin(), more.end());
  for (char **entry = environ; *entry; ++entry) {
    StringRef name = StringRef(*entry).split('=').first;
    bool isReplaced = false;
    for (const std::string &own : more)
      isReplaced |= StringRef(own).split('=').first == name;
    if (!isReplaced)
      all.push_back(*entry);
  }
  return all;
}

llvm::Expected<std::unique_ptr<Dialogue>>
Dialogue::start(StringRef program, llvm::ArrayRef<std::string> arguments,
                llvm::ArrayRef<std::string> environment) {
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(program);
  if (!path)
    return llvm::createStringError("'" + program + "' was not found on PATH");
  // A socket, not pipes: writing to a child that is gone is then an error, not
  // a signal. Its ends close with exec, but for those that become 0 and 1.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return llvm::createStringError("cannot make a socket: " +
                                   llvm::sys::StrError());
  std::vector<std::string> words{*path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environmentWith(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t process = -1;
  int failed =
      ::posix_spawn(&process, path->c_str(), &actions, nullptr,
                    pointersTo(words).data(), pointersTo(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed) {
    ::close(ends[0]);
    return llvm::createStringError("cannot start '" + *path +
                                   "': " + llvm::sys::StrError(failed));
  }
  return std::unique_ptr<Dialogue>(new Dialogue(process, ends[0]));
}

Dialogue::~Dialogue() {
  ::shutdown(socket, SHUT_WR);
  while (hear())
    ; // what it still says, so that it can end
  ::close(socket);
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR)
    ;
}

bool Dialogue::say(StringRef line) {
  std::string text = (line + "\n").str();
  for (StringRef rest = text; !rest.empty();) {
    ssize_t sent = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    rest = rest.drop_front(sent);
  }
  return true;
}

std::optional<std::string> Dialogue::hear() {
  for (;;) {
    size_t end = heard.find('\n');
    if (end != std::string::npos) {
      std::string line = heard.substr(0, end);
      heard.erase(0, end + 1);
      return line;
    }
    char buffer[4096];
    ssize_t got = ::recv(socket, buffer, sizeof(buffer), 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return std::nullopt;
    heard.append(buffer, got);
  }
}
