//===- ShareNetwork.cpp - Networks on one array of operators --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processes of the networks correspond in their order. Those of a kind that
// computes become one body (UnifyNests.h). Of others the body of each network
// stands beside the others where they differ in more than numbers: a load of
// another array in each run, which is one burst each time.
//
//===----------------------------------------------------------------------===//

#include "UnifyNests.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace talos {
#define GEN_PASS_DEF_SHARENETWORK
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using affine::AffineForOp;

namespace {
class Sharing {
public:
  Sharing(func::FuncOp func, ArrayRef<hls::DataflowOp> networks)
      : func(func), networks(networks) {}
  LogicalResult run();

private:
  LogicalResult checkNetworks() const;
  LogicalResult checkPlace();
  LogicalResult matchProcesses();
  LogicalResult matchStreams();
  void makeRegion();
  LogicalResult share(unsigned number, RunParameters &parameters);
  hls::ProcessOp makeProcess(unsigned number);
  SmallVector<Value> argumentsOf(unsigned run, unsigned number,
                                 hls::ProcessOp merged) const;
  LogicalResult refuse(const Mismatch &mismatch, unsigned number) const;

  func::FuncOp func;
  ArrayRef<hls::DataflowOp> networks;
  std::vector<SmallVector<hls::ProcessOp>> processes; ///< by run
  llvm::DenseMap<Value, Value> firsts; ///< streams to those of the first run
  llvm::MapVector<Value, Value> made;  ///< streams of the first run
  hls::SequenceOp sequence;
  Block *region = nullptr;
};
} // namespace

/// What no run may have.
LogicalResult Sharing::checkNetworks() const {
  for (hls::DataflowOp network : networks) {
    if (failed(hls::checkProcessesAlone(network)))
      return failure();
    for (auto process : network.getBody().getOps<hls::ProcessOp>()) {
      auto refused = [&](const Twine &why) {
        return process.emitError("process '")
               << process.getProcessName() << "' " << why
               << "; networks that share operators have none such";
      };
      if (process.isTask())
        return refused("is a task");
      if (hls::slrOf(process))
        return refused("stands in an SLR of a device");
      bool skips = process
                       .walk([](AffineForOp loop) {
                         return loop->hasAttr(hls::skipsAttrName)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
      if (skips)
        return refused("leaves out iterations (hls.skips)");
    }
  }
  return success();
}

/// Nothing happens between the networks.
LogicalResult Sharing::checkPlace() {
  for (Operation &op : func.getBody().front().without_terminator())
    if (!isa<hls::DataflowOp>(op) && !isPure(&op))
      return op.emitError("'")
             << op.getName() << "' stands beside networks that share operators";
  return success();
}

LogicalResult Sharing::matchProcesses() {
  for (hls::DataflowOp network : networks) {
    processes.emplace_back(network.getBody().getOps<hls::ProcessOp>());
    if (processes.back().size() == processes.front().size())
      continue;
    InFlightDiagnostic diag =
        hls::DataflowOp(network).emitError("a network of ")
        << processes.back().size() << " processes cannot share those of one "
        << "with " << processes.front().size()
        << "; nests that share operators have tiles, steps and lanes alike "
           "where another process would stand between them and memory";
    diag.attachNote(networks.front()->getLoc()) << "the first network";
    return diag;
  }
  return success();
}

/// Streams at the same places of processes are one.
LogicalResult Sharing::matchStreams() {
  auto streamsOf = [](hls::ProcessOp process) {
    SmallVector<Value> streams;
    llvm::copy_if(
        process.getInputs(), std::back_inserter(streams),
        [](Value input) { return isa<hls::StreamType>(input.getType()); });
    return streams;
  };
  for (size_t run = 0; run < processes.size(); ++run)
    for (auto [first, other] :
         llvm::zip_equal(processes.front(), processes[run])) {
      SmallVector<Value> ofFirst = streamsOf(first), ofOther = streamsOf(other);
      bool match = ofFirst.size() == ofOther.size();
      for (size_t i = 0; match && i < ofFirst.size(); ++i)
        match =
            ofFirst[i].getType() == ofOther[i].getType() &&
            firsts.insert({ofOther[i], ofFirst[i]}).first->second == ofFirst[i];
      if (match)
        continue;
      InFlightDiagnostic diag =
          other.emitError("process '")
          << other.getProcessName() << "' has not the streams of process '"
          << first.getProcessName()
          << "', which stands at its place in the first network";
      diag.attachNote(first.getLoc()) << "the process of the first network";
      return diag;
    }
  return success();
}

/// The sequence with the streams, which are as deep as the deepest.
void Sharing::makeRegion() {
  OpBuilder builder(networks.front());
  SmallVector<Attribute> none(networks.size(),
                              builder.getDenseI64ArrayAttr({}));
  std::string name = func.getName().str() + "_network";
  sequence = hls::SequenceOp::create(
      builder, func.getLoc(), builder.getStringAttr(name),
      builder.getArrayAttr({}), builder.getArrayAttr(none));
  Block &around = sequence.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&around);
  auto dataflow = hls::DataflowOp::create(builder, func.getLoc());
  hls::SequenceOp::ensureTerminator(sequence.getBody(), builder, func.getLoc());
  region = &dataflow.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(region);
  hls::DataflowOp network = networks.front();
  for (auto stream : network.getBody().getOps<hls::StreamOp>())
    made[stream.getResult()] = builder.clone(*stream)->getResult(0);
  for (hls::DataflowOp other : networks)
    for (auto stream : other.getBody().getOps<hls::StreamOp>()) {
      auto own =
          made[firsts[stream.getResult()]].getDefiningOp<hls::StreamOp>();
      own.setDepth(std::max<int64_t>(own.getDepth(), stream.getDepth()));
    }
}

/// With the operands of all runs, without a body.
hls::ProcessOp Sharing::makeProcess(unsigned number) {
  llvm::SetVector<Value> operands;
  for (const auto &ofRun : processes)
    for (Value input : hls::ProcessOp(ofRun[number]).getInputs())
      operands.insert(
          isa<hls::StreamType>(input.getType()) ? made[firsts[input]] : input);
  hls::ProcessOp first = processes.front()[number];
  auto builder = OpBuilder::atBlockEnd(region);
  auto process = hls::ProcessOp::create(
      builder, first.getLoc(), first.getKindAttr(), first.getProcessNameAttr(),
      operands.getArrayRef());
  Block &body = process.getBody().emplaceBlock();
  for (Value operand : operands)
    body.addArgument(operand.getType(), first.getLoc());
  return process;
}

/// Of the block arguments of a run's process: those of the common one.
SmallVector<Value> Sharing::argumentsOf(unsigned run, unsigned number,
                                        hls::ProcessOp merged) const {
  SmallVector<Value> arguments;
  hls::ProcessOp own = processes[run][number];
  for (Value input : own.getInputs()) {
    Value wanted = isa<hls::StreamType>(input.getType())
                       ? made.lookup(firsts.lookup(input))
                       : input;
    for (auto [place, operand] : llvm::enumerate(merged.getInputs()))
      if (operand == wanted)
        arguments.push_back(merged.getBody().getArgument(place));
  }
  return arguments;
}

LogicalResult Sharing::refuse(const Mismatch &mismatch, unsigned number) const {
  auto own = mismatch.other->getParentOfType<hls::ProcessOp>();
  if (!own)
    own = cast<hls::ProcessOp>(mismatch.other);
  InFlightDiagnostic diag =
      mismatch.other->emitError("process '")
      << own.getProcessName() << "' cannot run on the operators of '"
      << hls::ProcessOp(processes.front()[number]).getProcessName()
      << "': " << mismatch.why;
  diag.attachNote(mismatch.first->getLoc()) << "in the first network";
  return diag;
}

/// The process with one body of all runs that have one in common.
LogicalResult Sharing::share(unsigned number, RunParameters &parameters) {
  hls::ProcessOp merged = makeProcess(number);
  NestUnifier unifier(merged, parameters, networks.size());
  using Bodies = SmallVector<NestUnifier::Body>;
  SmallVector<Bodies> groups;
  Mismatch mismatch;
  for (unsigned run = 0; run < networks.size(); ++run) {
    NestUnifier::Body body{run, processes[run][number],
                           argumentsOf(run, number, merged)};
    bool joins = false;
    for (Bodies &group : groups) {
      group.push_back(body);
      joins = unifier.mayUnify(group, mismatch);
      if (joins)
        break;
      group.pop_back();
    }
    if (joins)
      continue;
    if (!unifier.mayUnify(body, mismatch) ||
        (!groups.empty() && merged.getKind() == hls::ProcessKind::Compute))
      return refuse(mismatch, number);
    groups.push_back({body});
  }
  for (const Bodies &group : groups)
    unifier.unify(group, groups.size() == 1);
  OpBuilder builder(merged.getContext());
  hls::ProcessOp::ensureTerminator(merged.getBody(), builder, merged.getLoc());
  return success();
}

LogicalResult Sharing::run() {
  if (failed(checkPlace()) || failed(checkNetworks()) ||
      failed(matchProcesses()) || failed(matchStreams()))
    return failure();
  makeRegion();
  RunParameters parameters(sequence);
  for (unsigned number = 0; number < processes.front().size(); ++number)
    if (failed(share(number, parameters))) {
      sequence.erase();
      return failure();
    }
  parameters.finish();
  OpBuilder builder(func.getContext());
  hls::DataflowOp::ensureTerminator(*region->getParent(), builder,
                                    func.getLoc());
  for (hls::DataflowOp network : networks)
    network.erase();
  return success();
}

namespace {
struct ShareNetwork : talos::impl::ShareNetworkBase<ShareNetwork> {
  void runOnOperation() override {
    SmallVector<hls::DataflowOp> networks = hls::dataflowsOf(getOperation());
    if (networks.size() < 2)
      return;
    for (hls::DataflowOp network : networks)
      if (hls::sequenceOf(network)) {
        network.emitError("a network runs several times already; hls-share-"
                          "network makes that of networks that run once");
        return signalPassFailure();
      }
    if (failed(Sharing(getOperation(), networks).run()))
      signalPassFailure();
  }
};
} // namespace
