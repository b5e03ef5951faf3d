//===- PromisingOrders.cpp - Orders that promise fewer cycles -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/PromisingOrders.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

namespace {
/// Keeps what the schedulers find for the top function.
class CollectSchedules
    : public PassWrapper<CollectSchedules, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CollectSchedules)
  explicit CollectSchedules(std::vector<transforms::PromisingSchedule> &found)
      : found(found) {}
  void runOnOperation() override {
    auto promising =
        transforms::promisingSchedules(hls::findTop(getOperation()));
    if (failed(promising))
      return signalPassFailure();
    found = std::move(*promising);
  }

private:
  std::vector<transforms::PromisingSchedule> &found;
};
} // namespace

/// So many orders are looked at.
static constexpr size_t MaxOrders = 3;

PromisingOrders::PromisingOrders(ProgramAttempts &attempts,
                                 OwningOpRef<ModuleOp> normal,
                                 const PipelineOptions &options)
    : attempts(attempts), options(options) {
  Attempt distributed =
      attempts.attempt(std::move(normal), options, [&](OpPassManager &all) {
        buildSingleStatements(all, options);
        all.addPass(std::make_unique<CollectSchedules>(schedules));
      });
  if (distributed.code != ExitCode::Success)
    schedules.clear();
  single = std::move(distributed.module);
  schedules.resize(std::min(schedules.size(), MaxOrders));
}

void PromisingOrders::keepBest() {
  while (schedules.size() > 1 && schedules.back().candidate.cost >
                                     schedules.front().candidate.cost / 4 * 5)
    schedules.pop_back();
}

OwningOpRef<ModuleOp> PromisingOrders::ordered(size_t order) {
  OwningOpRef<ModuleOp> start(single->clone());
  Attempt scheduled = attempts.attempt(std::move(start), options, [&] {
    func::FuncOp top = attempts.compilation.top();
    return succeeded(transforms::reschedule(top, schedules[order]))
               ? ExitCode::Success
               : ExitCode::Internal;
  });
  return scheduled.code == ExitCode::Success ? std::move(scheduled.module)
                                             : OwningOpRef<ModuleOp>();
}
