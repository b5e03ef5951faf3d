//===- talos_dataflow.h - Dataflow regions for C simulation -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the processes of a dataflow region side by side, each in a fibre of its
// own (POSIX ucontext): a process that has to wait for a stream lets the others
// go on. Fibres take turns in a fixed order, so a run is reproducible; and where
// none of them can go on, the design has a deadlock, which is reported with the
// streams that block.
//
// The environment variable TALOS_DATAFLOW says how a region runs:
//   bounded    (the default) streams hold what the design gives them
//   unbounded  streams hold any number of tokens
//   sequence   the kernel as it stands: one process after the other, as the tool
//              simulates it, with streams of any size
//
// A deadlock, or a token that nobody reads, ends the program with code 3.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_CSIM_TALOS_DATAFLOW_H
#define TALOS_CSIM_TALOS_DATAFLOW_H

#include "hls_stream.h"

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include <sys/mman.h>
#include <ucontext.h>

namespace talos {

enum class DataflowMode { Bounded, Unbounded, Sequence };

inline DataflowMode dataflow_mode() {
  const char *mode = std::getenv("TALOS_DATAFLOW");
  if (!mode || std::strcmp(mode, "bounded") == 0)
    return DataflowMode::Bounded;
  if (std::strcmp(mode, "unbounded") == 0)
    return DataflowMode::Unbounded;
  if (std::strcmp(mode, "sequence") == 0)
    return DataflowMode::Sequence;
  std::fprintf(stderr,
               "TALOS_DATAFLOW is bounded, unbounded or sequence, not '%s'\n",
               mode);
  std::exit(2);
}

class DataflowRegion : public StreamWaiter {
public:
  DataflowRegion() { stream_waiter() = this; }
  DataflowRegion(const DataflowRegion &) = delete;
  DataflowRegion &operator=(const DataflowRegion &) = delete;
  ~DataflowRegion() override { stream_waiter() = nullptr; }

  /// A stream, or an array of them, with its depth.
  template <typename T>
  void add(hls::stream<T> &stream, const char *name, std::size_t depth) {
    stream.set_name(name);
    stream.set_bound(dataflow_mode() == DataflowMode::Bounded ? depth : 0);
    streams.push_back(&stream);
  }
  template <typename T, std::size_t N>
  void add(hls::stream<T> (&stream)[N], const char *name, std::size_t depth) {
    for (std::size_t i = 0; i < N; ++i)
      add(stream[i],
          (std::string(name) + "[" + std::to_string(i) + "]").c_str(), depth);
  }

  /// A process; it starts with `finish`.
  void run(const char *name, std::function<void()> body) {
    fibres.push_back(std::unique_ptr<Fibre>(new Fibre(name, std::move(body))));
  }

  /// Returns when all processes have ended and all streams are empty.
  void finish() {
    while (go_round())
      ;
    check_ended();
    for (const StreamBase *stream : streams)
      if (stream->size() > 0) {
        std::fprintf(stderr,
                     "stream '%s' still holds %zu tokens when all processes "
                     "have ended\n",
                     stream->get_name(), stream->size());
        std::exit(3);
      }
  }

  void wait(const StreamBase &stream, StreamWait what) override {
    current->stream = &stream;
    current->what = what;
    swapcontext(&current->context, &scheduler);
  }

private:
  static constexpr std::size_t stack_bytes = std::size_t(64) << 20;

  struct Fibre {
    Fibre(const char *name, std::function<void()> body)
        : name(name), body(std::move(body)) {
      stack = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (stack == MAP_FAILED) {
        std::perror("stack of a process");
        std::exit(2);
      }
    }
    ~Fibre() { munmap(stack, stack_bytes); }
    Fibre(const Fibre &) = delete;
    Fibre &operator=(const Fibre &) = delete;

    bool can_go_on() const {
      return !stream || (what == StreamWait::ForToken ? !stream->is_empty()
                                                      : !stream->is_full());
    }

    std::string name;
    std::function<void()> body;
    void *stack;
    ucontext_t context;
    bool started = false, ended = false;
    const StreamBase *stream = nullptr; ///< that it waits for
    StreamWait what = StreamWait::ForToken;
  };

  // makecontext takes no pointer portably; the scheduler says who starts.
  static DataflowRegion *&starting() {
    static DataflowRegion *region = nullptr;
    return region;
  }
  static void start() {
    DataflowRegion *region = starting();
    Fibre *fibre = region->current;
    fibre->body();
    fibre->ended = true;
    swapcontext(&fibre->context, &region->scheduler);
  }

  void resume(Fibre &fibre) {
    current = &fibre;
    fibre.stream = nullptr;
    if (!fibre.started) {
      fibre.started = true;
      starting() = this;
      getcontext(&fibre.context);
      fibre.context.uc_stack.ss_sp = fibre.stack;
      fibre.context.uc_stack.ss_size = stack_bytes;
      fibre.context.uc_link = nullptr;
      makecontext(&fibre.context, start, 0);
    }
    swapcontext(&scheduler, &fibre.context);
  }

  /// Lets every process go on that can; false if none could.
  bool go_round() {
    bool any = false;
    for (std::unique_ptr<Fibre> &fibre : fibres)
      if (!fibre->ended && fibre->can_go_on()) {
        any = true;
        resume(*fibre);
      }
    return any;
  }

  void check_ended() const {
    bool is_blocked = false;
    for (const std::unique_ptr<Fibre> &fibre : fibres) {
      if (fibre->ended)
        continue;
      if (!is_blocked)
        std::fprintf(stderr, "deadlock: no process of the dataflow region can "
                             "go on\n");
      is_blocked = true;
      std::fprintf(stderr, "  '%s' waits for %s stream '%s', which holds %zu "
                           "of %s\n",
                   fibre->name.c_str(),
                   fibre->what == StreamWait::ForToken ? "a token of"
                                                       : "room in",
                   fibre->stream->get_name(), fibre->stream->size(),
                   fibre->stream->get_bound() == 0
                       ? "any number"
                       : std::to_string(fibre->stream->get_bound()).c_str());
    }
    if (is_blocked)
      std::exit(3);
  }

  std::vector<std::unique_ptr<Fibre>> fibres;
  std::vector<const StreamBase *> streams;
  ucontext_t scheduler;
  Fibre *current = nullptr;
};

} // namespace talos

#endif // TALOS_CSIM_TALOS_DATAFLOW_H
