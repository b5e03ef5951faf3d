//===- LintChannels.cpp - Streams and dataflow regions --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Lint/LintModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace talos::emit;
using namespace talos::emit::lint_detail;
using llvm::StringRef;

namespace {
struct Access {
  bool reads = false, writes = false;
  void operator|=(Access other) {
    reads |= other.reads;
    writes |= other.writes;
  }
};
} // namespace

static bool isDataflow(const Function &function) {
  return llvm::any_of(function.pragmas, [](const PragmaUse &use) {
    return use.name == "dataflow" && use.loop < 0;
  });
}

static size_t behindSubscripts(llvm::ArrayRef<Token> body, size_t next) {
  while (next < body.size() && body[next].is("[")) {
    int depth = 0;
    do {
      depth += body[next].is("[") ? 1 : body[next].is("]") ? -1 : 0;
      ++next;
    } while (next < body.size() && depth > 0);
  }
  return next;
}

// What the tokens themselves do with a stream, without the calls.
static Access streamAccess(llvm::ArrayRef<Token> body, StringRef name) {
  Access access;
  for (size_t i = 0; i + 2 < body.size(); ++i) {
    if (!body[i].is(name) || body[i].kind != Token::Word)
      continue;
    size_t next = behindSubscripts(body, i + 1);
    if (next + 1 >= body.size())
      break;
    StringRef member = body[next].is(".") ? StringRef(body[next + 1].text) : "";
    access.writes |= member.starts_with("write") || body[next].is("<<");
    access.reads |= member.starts_with("read") ||
                    (body[next].is(">") && body[next + 1].is(">"));
  }
  return access;
}

// The same of an array: `a[i] = x` writes, every other use but an argument
// reads.
static Access arrayAccess(llvm::ArrayRef<Token> body, StringRef name) {
  Access access;
  for (size_t i = 0; i + 1 < body.size(); ++i) {
    if (!body[i].is(name) || body[i].kind != Token::Word)
      continue;
    size_t next = behindSubscripts(body, i + 1);
    if (next == i + 1) // an argument; its callee tells
      continue;
    StringRef sign = next < body.size() ? StringRef(body[next].text) : "";
    bool updates = llvm::is_contained(
        {"+=", "-=", "*=", "/=", "&=", "|=", "^=", "++", "--"}, sign);
    access.writes |= sign == "=" || updates;
    access.reads |= sign != "=";
  }
  return access;
}

static Access accessOf(const File &file, const Function &function,
                       StringRef name, bool isStream, llvm::StringSet<> &seen);

// What a call does with a variable that is one of its whole arguments.
static Access accessOf(const File &file, const Call &call, StringRef name,
                       bool isStream, llvm::StringSet<> &seen) {
  Access access;
  const Function *callee = file.find(call.callee);
  for (auto [index, argument] : llvm::enumerate(call.arguments)) {
    if (argument.size() != 1 || !argument.front().is(name) || !callee ||
        index >= callee->parameters.size())
      continue;
    access |=
        accessOf(file, *callee, callee->parameters[index].name, isStream, seen);
  }
  return access;
}

static Access accessOf(const File &file, const Function &function,
                       StringRef name, bool isStream, llvm::StringSet<> &seen) {
  Access access = isStream ? streamAccess(function.body, name)
                           : arrayAccess(function.body, name);
  if (!seen.insert(function.name + " " + name.str()).second)
    return access; // recursion is another rule's matter
  for (const Call &call : function.calls)
    access |= accessOf(file, call, name, isStream, seen);
  return access;
}

static void checkStream(const File &file, const Function &function,
                        const Variable &stream,
                        std::vector<LintFinding> &findings) {
  Access own = streamAccess(function.body, stream.name);
  int producers = own.writes, consumers = own.reads;
  for (const Call &call : function.calls) {
    llvm::StringSet<> seen;
    Access access = accessOf(file, call, stream.name, true, seen);
    producers += access.writes;
    consumers += access.reads;
  }
  if (producers != 1 || consumers != 1)
    findings.push_back({stream.line, "stream-ends",
                        "stream '" + stream.name + "' has " +
                            std::to_string(producers) + " producers and " +
                            std::to_string(consumers) +
                            " consumers instead of one each"});
}

/// A stream between kernels: one process writes it here, or one reads it.
static void checkAxis(const File &file, const Function &function,
                      const Variable &stream,
                      std::vector<LintFinding> &findings) {
  Access own = streamAccess(function.body, stream.name);
  int ends = own.writes + own.reads;
  for (const Call &call : function.calls) {
    llvm::StringSet<> seen;
    Access access = accessOf(file, call, stream.name, true, seen);
    ends += access.writes + access.reads;
  }
  if (ends != 1)
    findings.push_back({stream.line, "stream-ends",
                        "stream '" + stream.name + "' of kernel '" +
                            function.name + "' has " + std::to_string(ends) +
                            " ends there instead of one"});
}

/// Calls stand in the order in which tokens flow; otherwise there is feedback,
/// and the tool's C simulation reads from an empty stream.
static void checkFeedback(const File &file, const Function &function,
                          const Variable &stream,
                          std::vector<LintFinding> &findings) {
  bool isRead = false;
  for (const Call &call : function.calls) {
    llvm::StringSet<> seen;
    Access access = accessOf(file, call, stream.name, true, seen);
    if (access.writes && (isRead || access.reads))
      findings.push_back({call.line, "dataflow-feedback",
                          "'" + call.callee + "' writes stream '" +
                              stream.name +
                              "', which was read before: feedback, or "
                              "processes in another order than tokens flow"});
    isRead |= access.reads;
  }
}

/// Each process has pointers of its own to memory off chip.
static void checkPointer(const Function &function, const Variable &pointer,
                         std::vector<LintFinding> &findings) {
  const Call *first = nullptr;
  for (const Call &call : function.calls)
    for (const std::vector<Token> &argument : call.arguments) {
      if (argument.size() != 1 || !argument.front().is(pointer.name))
        continue;
      if (first)
        findings.push_back({call.line, "dataflow-port",
                            "port '" + pointer.name + "' goes to '" +
                                first->callee + "' and to '" + call.callee +
                                "'; each process has a pointer of its own"});
      first = first ? first : &call;
    }
}

static void checkDataflowArray(const File &file, const Function &function,
                               const Variable &array,
                               std::vector<LintFinding> &findings) {
  int producers = 0, consumers = 0;
  auto report = [&](unsigned line, const std::string &message) {
    findings.push_back(
        {line, "dataflow-channel", "array '" + array.name + "' " + message});
  };
  for (const Call &call : function.calls) {
    llvm::StringSet<> seen;
    Access access = accessOf(file, call, array.name, false, seen);
    if (access.reads && producers == 0)
      report(call.line, "is read before it is written");
    producers += access.writes;
    consumers += access.reads;
    if (access.writes && producers == 2)
      report(call.line, "has a second producer");
    if (access.reads && consumers == 2)
      report(call.line, "has a second consumer");
  }
}

/// Calls of a dataflow region that loads and stores share one instance of it,
/// with the same ports: otherwise the tool may run them at the same time, and
/// nothing says that a call stores through one pointer what the next one loads
/// through another.
static void checkRuns(const File &file, const Function &function,
                      std::vector<LintFinding> &findings) {
  for (const Function &region : file.functions) {
    std::vector<const Call *> calls;
    for (const Call &call : function.calls)
      if (call.callee == region.name)
        calls.push_back(&call);
    auto has = [&](bool isConst) {
      return llvm::any_of(region.parameters, [&](const Variable &parameter) {
        return parameter.isPointer && parameter.isConst == isConst;
      });
    };
    if (calls.size() < 2 || !isDataflow(region) || !has(true) || !has(false))
      continue;
    auto report = [&](unsigned line, const std::string &message) {
      findings.push_back({line, "region-instance",
                          "'" + region.name + "' is called " +
                              std::to_string(calls.size()) + " times" +
                              message});
    };
    bool isOne = llvm::any_of(function.pragmas, [&](const PragmaUse &use) {
      return use.name == "allocation" && use.has("function") &&
             use.value("instances") == region.name && use.value("limit") == "1";
    });
    if (!isOne)
      report(calls.front()->line,
             ", and no allocation says that it has one instance");
    if (isDataflow(function))
      report(calls[1]->line, " in a dataflow region, whose calls overlap");
    for (const Call *call : calls)
      for (auto [index, parameter] : llvm::enumerate(region.parameters)) {
        if (!parameter.isPointer || index >= call->arguments.size() ||
            index >= calls.front()->arguments.size())
          continue;
        bool isSame = llvm::equal(
            call->arguments[index], calls.front()->arguments[index],
            [](const Token &a, const Token &b) { return a.text == b.text; });
        if (!isSame)
          report(call->line, ", here with another port '" + parameter.name +
                                 "': an instance has one");
      }
  }
}

void lint_detail::checkChannels(const File &file,
                                std::vector<LintFinding> &findings) {
  for (const Function &function : file.functions) {
    for (const Variable &variable : function.locals)
      if (variable.isStream())
        checkStream(file, function, variable, findings);
    if (function.isExternC && !file.runsKernels(function))
      for (const Variable &parameter : function.parameters)
        if (parameter.isStream())
          checkAxis(file, function, parameter, findings);
    if (file.runsKernels(function)) // each before those that take its tokens
      for (const Variable &variable : function.locals)
        if (variable.isStream())
          checkFeedback(file, function, variable, findings);
    checkRuns(file, function, findings);
    if (!isDataflow(function))
      continue;
    for (unsigned line : function.otherStatements)
      findings.push_back({line, "dataflow-body",
                          "a dataflow region holds declarations and calls "
                          "only"});
    for (const Variable &variable : function.locals)
      if (variable.isStream())
        checkFeedback(file, function, variable, findings);
      else if (!variable.extents.empty())
        checkDataflowArray(file, function, variable, findings);
    for (const Variable &parameter : function.parameters)
      if (parameter.isPointer)
        checkPointer(function, parameter, findings);
  }
}
