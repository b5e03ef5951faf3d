//===- AttachTarget.cpp - Says what the top function is compiled for ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Pipelines/Pipeline.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_ATTACHTARGET
#include "talos/Pipelines/Passes.h.inc"
} // namespace talos

std::optional<int64_t> talos::parseClockNs(StringRef text) {
  auto [whole, fraction] = text.split('.');
  int64_t nanoseconds = 0, picoseconds = 0;
  if (whole.size() > 6 || fraction.size() > 3 ||
      !llvm::all_of(whole, llvm::isDigit) ||
      !llvm::all_of(fraction, llvm::isDigit) ||
      whole.getAsInteger(10, nanoseconds))
    return std::nullopt;
  std::string thousandths =
      fraction.str() + std::string(3 - fraction.size(), '0');
  if (StringRef(thousandths).getAsInteger(10, picoseconds))
    return std::nullopt;
  int64_t period = nanoseconds * 1000 + picoseconds;
  return period > 0 ? std::optional<int64_t>(period) : std::nullopt;
}

namespace {
struct AttachTargetPass : talos::impl::AttachTargetBase<AttachTargetPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<func::FuncOp> top = hls::topOf(getOperation());
    if (failed(top) || failed(attach(*top)))
      signalPassFailure();
  }

private:
  LogicalResult attach(func::FuncOp top);
};
} // namespace

LogicalResult AttachTargetPass::attach(func::FuncOp top) {
  // Options have no place in the program.
  Location place = UnknownLoc::get(&getContext());
  if (target.empty())
    return emitError(place,
                     "the option target is needed, for instance target=u200");
  std::optional<int64_t> clock = parseClockNs(clockNs);
  if (!clock)
    return emitError(place, "clock-ns '")
           << clockNs << "' is not a period in nanoseconds such as 4.0";
  llvm::Expected<const target::Target *> loaded =
      getAnalysis<analysis::TargetAnalysis>().load(target, *clock, tool);
  if (!loaded)
    return emitError(place, llvm::toString(loaded.takeError()));
  if (usable < 0 || usable > 100)
    return emitError(place, "usable '")
           << usable.getValue() << "' is not a percentage from 0 to 100";
  if (maxPartition < 0)
    return emitError(place, "max-partition '")
           << maxPartition.getValue() << "' is not a number of banks";
  std::optional<hls::MemoryKind> where = hls::symbolizeMemoryKind(memory);
  if (!where)
    return emitError(place, "memory '")
           << memory << "' is neither m_axi nor ports";
  target::Amounts all;
  all.ports = target::anyPorts;
  if (llvm::Error bad = target::Target::limit(all, limits))
    return emitError(place, llvm::toString(std::move(bad)));
  if (*where == hls::MemoryKind::Ports && all.ports != target::anyPorts)
    return emitError(place, "limit 'ports=")
           << all.ports
           << "': the arrays are memories beside the kernel, which have no AXI "
              "ports; leave it out, or choose memory m_axi";
  Builder builder(&getContext());
  const target::Device &device = (*loaded)->device;
  bool isFile = StringRef(target).ends_with(".json");
  top->setAttr(hls::targetAttrName,
               hls::TargetAttr::get(
                   &getContext(), builder.getStringAttr(device.name),
                   builder.getStringAttr(device.part), *clock,
                   builder.getStringAttr(tool), treeReduction, usable,
                   builder.getStringAttr(limits), maxPartition,
                   builder.getStringAttr(isFile ? StringRef(target) : ""),
                   *where));
  return success();
}
