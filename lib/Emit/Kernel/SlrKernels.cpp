//===- SlrKernels.cpp - A dataflow region as one kernel an SLR ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/SlrKernels.h"
#include "Emit/Kernel/Dataflow.h"
#include "Emit/Kernel/Names.h"
#include "talos/Dialect/HLS/Slr.h"

using namespace mlir;

namespace talos::emit {

/// What the kernel's processes do with the array or scalar of a port.
static std::optional<SlrKernel::Argument>
argumentOf(const Kernel &whole, unsigned number, const SlrKernel &kernel) {
  const Port &port = whole.ports[number];
  bool uses = false, writes = false, onlyReads = false;
  for (OpOperand &use : port.value.getUses()) {
    if (!llvm::is_contained(kernel.body, use.getOwner()))
      continue;
    uses = true;
    if (!port.isArray())
      continue;
    bool writesHere = isWritten(hls::argumentFor(use));
    writes |= writesHere;
    onlyReads |= !writesHere;
  }
  if (!uses)
    return std::nullopt;
  SlrKernel::Argument argument{number, {}};
  for (const Port::Pointer &pointer : port.pointers())
    if (port.readNames.empty() || (pointer.written ? writes : onlyReads))
      argument.pointers.push_back(pointer);
  return argument;
}

FailureOr<std::vector<SlrKernel>> slrKernelsOf(const Kernel &whole) {
  std::vector<SlrKernel> kernels;
  FailureOr<hls::DataflowOp> found = dataflowOf(whole.top);
  if (failed(found) || !*found)
    return failed(found) ? FailureOr<std::vector<SlrKernel>>() : kernels;
  hls::DataflowOp dataflow = *found;
  FailureOr<SmallVector<int64_t>> slrs = hls::kernelSlrs(dataflow);
  if (failed(slrs))
    return failure();
  for (int64_t slr : *slrs) {
    std::string name = whole.name + "_slr" + std::to_string(slr);
    kernels.push_back({slr, std::move(name), {}, {}, {}});
  }
  auto kernelOf = [&](hls::ProcessOp process) -> SlrKernel & {
    return *llvm::find_if(kernels, [&](const SlrKernel &kernel) {
      return kernel.slr == hls::slrOf(process);
    });
  };
  NameScope names;
  for (const Port &port : whole.ports) {
    for (const std::string &name : port.names)
      names.take(name);
    for (const std::string &name : port.readNames)
      names.take(name);
  }
  if (kernels.empty())
    return kernels;
  for (Operation &op : dataflow.getBody().front().without_terminator()) {
    if (auto process = dyn_cast<hls::ProcessOp>(op)) {
      kernelOf(process).body.push_back(&op);
      continue;
    }
    auto stream = cast<hls::StreamOp>(op);
    SlrKernel &from = kernelOf(hls::producerOf(stream)),
              &to = kernelOf(hls::consumerOf(stream));
    if (&from == &to) {
      from.body.push_back(&op);
      continue;
    }
    hls::StreamType type = stream.getResult().getType();
    std::string name = names.takeArray(stream.getStreamName(),
                                       type.isArray() ? type.getCount() : 0);
    from.links.push_back({stream, name, /*isOutput=*/true});
    to.links.push_back({stream, name, /*isOutput=*/false});
  }
  for (SlrKernel &kernel : kernels)
    for (unsigned number = 0; number < whole.ports.size(); ++number)
      if (auto argument = argumentOf(whole, number, kernel))
        kernel.arguments.push_back(std::move(*argument));
  return kernels;
}

FailureOr<SmallVector<std::string>> kernelNames(const Kernel &whole) {
  FailureOr<std::vector<SlrKernel>> kernels = slrKernelsOf(whole);
  if (failed(kernels))
    return failure();
  SmallVector<std::string> names;
  for (const SlrKernel &kernel : *kernels)
    names.push_back(kernel.name);
  if (names.empty())
    names.push_back(whole.name);
  return names;
}

std::string signatureOf(FunctionEmitter &e, const Kernel &whole,
                        const SlrKernel &kernel) {
  SmallVector<std::string> parameters;
  for (const SlrKernel::Argument &argument : kernel.arguments) {
    const Port &port = whole.ports[argument.port];
    if (!port.isArray())
      llvm::append_range(parameters, port.parameters());
    for (const Port::Pointer &pointer : argument.pointers)
      parameters.push_back(pointer.parameter(port));
  }
  e.needs.streams |= !kernel.links.empty();
  for (const SlrKernel::Link &link : kernel.links)
    parameters.push_back(streamParameter(e, link.stream, link.name));
  return prototype("extern \"C\" ", kernel.name, parameters);
}

std::string callOf(const Kernel &whole, const SlrKernel &kernel) {
  SmallVector<std::string> arguments;
  for (const SlrKernel::Argument &argument : kernel.arguments) {
    const Port &port = whole.ports[argument.port];
    if (!port.isArray())
      arguments.push_back(port.name);
    for (const Port::Pointer &pointer : argument.pointers)
      arguments.push_back(pointer.name);
  }
  for (const SlrKernel::Link &link : kernel.links)
    arguments.push_back(link.name);
  return kernel.name + "(" + llvm::join(arguments, ", ") + ")";
}

SmallVector<std::string> axisPorts(const SlrKernel::Link &link) {
  hls::StreamOp stream = link.stream;
  hls::StreamType type = stream.getResult().getType();
  if (!type.isArray())
    return {link.name};
  SmallVector<std::string> ports;
  for (int64_t number = 0; number < type.getCount(); ++number)
    ports.push_back(elementName(link.name, number));
  return ports;
}

} // namespace talos::emit
