//===- ReaderCopies.cpp - Copies of an array for its readers --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/ReaderCopies.h"

using namespace talos;
using namespace talos::analysis;

namespace {

/// Which calls of the top function follow each other whatever the copies: one
/// writes what both use, or a loop around tasks lies between them. The store of
/// the array is the last call.
class CallOrder {
public:
  CallOrder(const TaskGraph &graph, unsigned array) {
    for (const Task &task : graph.tasks)
      add(task.uses, task.context);
    add({{array, /*reads=*/true, /*writes=*/false}}, std::nullopt);
  }

  /// `second` comes after `first` in the program.
  bool waits(unsigned first, unsigned second) const {
    return llvm::is_contained(before[second], first);
  }

private:
  using Context = std::optional<unsigned>;

  void add(llvm::ArrayRef<ArrayUse> uses, Context context) {
    bool isNewBody = bodies.empty() || contexts.back() != context;
    unsigned body = bodies.empty() ? 0 : bodies.back() + isNewBody;
    llvm::SmallVector<unsigned> ahead;
    for (unsigned other = 0; other < bodies.size(); ++other)
      if (bodies[other] != body || conflict(allUses[other], uses)) {
        ahead.push_back(other);
        llvm::append_range(ahead, before[other]);
      }
    llvm::sort(ahead);
    ahead.erase(llvm::unique(ahead), ahead.end());
    before.push_back(std::move(ahead));
    allUses.emplace_back(uses);
    bodies.push_back(body);
    contexts.push_back(context);
  }

  static bool conflict(llvm::ArrayRef<ArrayUse> first,
                       llvm::ArrayRef<ArrayUse> second) {
    for (const ArrayUse &a : first)
      for (const ArrayUse &b : second)
        if (a.array == b.array && (a.writes || b.writes))
          return true;
    return false;
  }

  std::vector<llvm::SmallVector<unsigned>> before;
  std::vector<llvm::SmallVector<ArrayUse>> allUses;
  llvm::SmallVector<unsigned> bodies;
  llvm::SmallVector<Context> contexts;
};

} // namespace

static const ArrayUse *useOf(const Task &task, unsigned array) {
  for (const ArrayUse &use : task.uses)
    if (use.array == array)
      return &use;
  return nullptr;
}

ReaderCopies analysis::readerCopies(const TaskGraph &graph, unsigned array) {
  ReaderCopies copies;
  copies.ofTask.assign(graph.tasks.size(), 0);
  copies.firstReader.resize(1);
  const ArrayInfo &info = graph.arrays[array];
  if (info.home == Home::Constant || info.home == Home::Port || info.global ||
      info.shape.empty() || graph.isUsedByOpaque(array))
    return copies;
  CallOrder order(graph, array);
  llvm::SmallVector<unsigned> last; // reader of each buffer
  auto bufferOf = [&](unsigned reader) {
    for (auto [buffer, earlier] : llvm::enumerate(last))
      if (order.waits(earlier, reader)) {
        earlier = reader;
        return unsigned(buffer);
      }
    last.push_back(reader);
    return unsigned(last.size() - 1);
  };
  copies.firstReader.clear();
  llvm::SmallVector<unsigned> readers;
  for (auto [t, task] : llvm::enumerate(graph.tasks)) {
    const ArrayUse *use = useOf(task, array);
    if (!use || use->writes)
      continue;
    readers.push_back(t);
    copies.ofTask[t] = bufferOf(t);
    if (last.size() > copies.firstReader.size())
      copies.firstReader.push_back(t);
  }
  unsigned ofStore = info.liveOut ? bufferOf(graph.tasks.size()) : 0;
  copies.firstReader.resize(std::max<size_t>(1, last.size()));
  copies.count = copies.firstReader.size();
  // What is stored keeps the array's own buffer, which writers have as well.
  for (unsigned t : readers)
    if (unsigned &buffer = copies.ofTask[t]; buffer == 0 || buffer == ofStore)
      buffer = ofStore - buffer;
  std::swap(copies.firstReader[0], copies.firstReader[ofStore]);
  return copies;
}
