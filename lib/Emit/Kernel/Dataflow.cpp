//===- Dataflow.cpp - Processes as C++ functions --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Dataflow.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Dialect/HLS/Rows.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Emit/Emit.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::emit {

FailureOr<hls::DataflowOp> dataflowOf(func::FuncOp top) {
  SmallVector<hls::DataflowOp> regions = hls::dataflowsOf(top);
  if (regions.empty())
    return hls::DataflowOp();
  hls::DataflowOp found = regions.front();
  if (regions.size() > 1)
    return emitError(regions[1].getLoc())
           << "a second dataflow region in the top function; run "
              "hls-share-network, which makes one of both that runs twice";
  hls::SequenceOp sequence = hls::sequenceOf(found);
  for (Operation &op : top.getBody().front().without_terminator())
    if (&op != found && &op != sequence &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return emitError(op.getLoc())
             << "'" << op.getName()
             << "' stands beside a dataflow region; the top function is then "
                "the region alone";
  return found;
}

void nameProcesses(hls::DataflowOp dataflow, NameScope &globals,
                   DenseMap<Operation *, std::string> &calls) {
  for (auto process : dataflow.getBody().getOps<hls::ProcessOp>())
    calls[process] = globals.take(process.getProcessName());
  if (hls::SequenceOp sequence = hls::sequenceOf(dataflow))
    calls[sequence] = globals.take(sequence.getInstance());
}

ArrayBinding pointerTo(const Port &port) {
  ArrayBinding binding{port.name, ArrayBinding::Pointer, port.beat};
  binding.ports = port.names;
  binding.readPorts = port.readNames;
  binding.lanes = port.lanes;
  binding.tiles = port.tiles;
  binding.blocks = port.blocks;
  // Beats of realigned rows have no place of their own: transfers alone.
  if (binding.lanes.empty() && port.memref.getRank() > 0 && !port.isRealigned())
    binding.lanes = hls::rowBox(port.memref, port.beat);
  return binding;
}

void voidUnused(FunctionEmitter &e, Value value, StringRef name) {
  if (value.use_empty())
    e.line() << "(void)" << name << ";\n";
}

void bindPorts(FunctionEmitter &e, const Kernel &kernel) {
  for (const Port &port : kernel.ports) {
    for (const std::string &name : port.names)
      e.names.take(name);
    for (const std::string &name : port.readNames)
      e.names.take(name);
    if (port.isMemory)
      e.bindArray(port.value, {port.name, ArrayBinding::Array});
    else if (port.isArray())
      e.bindArray(port.value, pointerTo(port));
    else
      e.bind(port.value, {port.name});
  }
}

void voidUnusedPorts(FunctionEmitter &e, const Kernel &kernel) {
  for (const Port &port : kernel.ports)
    if (!port.isInParts)
      voidUnused(e, port.value, port.name);
}

/// `hls::stream<float> ` and `one`, or `name[3]` of an array.
static std::string declare(FunctionEmitter &e, hls::StreamOp stream,
                           StringRef name, const Twine &one) {
  hls::StreamType type = stream.getResult().getType();
  e.needs.streams = true;
  std::string text = "hls::stream<" +
                     e.tokenType(type.getElementType(), type.getLanes()) + "> ";
  return text + (type.isArray()
                     ? (name + "[" + Twine(type.getCount()) + "]").str()
                     : one.str());
}

std::string streamVariable(FunctionEmitter &e, hls::StreamOp stream,
                           StringRef name) {
  return declare(e, stream, name, name + "(\"" + name + "\")");
}

std::string streamParameter(FunctionEmitter &e, hls::StreamOp stream,
                            StringRef name) {
  return declare(e, stream, name, "&" + name);
}

std::string streamParameter(FunctionEmitter &e, BlockArgument argument) {
  auto origin = hls::originOf(argument).getDefiningOp<hls::StreamOp>();
  std::string name = e.names.take(origin.getStreamName());
  e.bindStream(argument, name);
  return streamParameter(e, origin, name);
}

static SmallVector<std::string>
arrayParameters(FunctionEmitter &e, const Port &port, BlockArgument argument) {
  bool written = isWritten(argument);
  ArrayBinding pointers = pointerTo(port);
  if (!written && !pointers.readPorts.empty())
    pointers.ports = pointers.readPorts;
  SmallVector<std::string> parameters;
  for (std::string &pointer : pointers.ports) {
    pointer = e.names.take(pointer);
    parameters.push_back((written ? "" : "const ") + port.beatType() + " *" +
                         pointer);
  }
  pointers.name = pointers.ports.front();
  e.bindArray(argument, std::move(pointers));
  return parameters;
}

/// Without it the tool reports no latency of a loop whose bounds vary.
static LogicalResult checkTripCounts(hls::ProcessOp process) {
  WalkResult walk = process.walk([](affine::AffineForOp loop) {
    if (loop.hasConstantBounds() || loop->hasAttr(hls::tripCountAttrName))
      return WalkResult::advance();
    emitError(loop.getLoc())
        << "the bounds of a loop of a process vary, and it has no "
        << hls::tripCountAttrName << "; run hls-annotate-trip-counts";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

FailureOr<SmallVector<std::string>>
bindProcess(FunctionEmitter &e, const Kernel &kernel, hls::ProcessOp process) {
  if (failed(checkTripCounts(process)))
    return failure();
  SmallVector<std::string> parameters;
  e.needs.processState |= !process.getBody().getOps<hls::BufferOp>().empty();
  for (BlockArgument argument : process.getBody().getArguments()) {
    if (isa<hls::StreamType>(argument.getType())) {
      parameters.push_back(streamParameter(e, argument));
      continue;
    }
    const Value origin = hls::originOf(argument);
    if (isa<MemRefType>(argument.getType())) {
      const Port &port = kernel.port(origin);
      llvm::append_range(parameters, arrayParameters(e, port, argument));
      voidUnused(e, argument, e.array(argument).name);
      continue;
    }
    FailureOr<std::string> type = e.type(argument.getType(), process);
    if (failed(type))
      return failure();
    StringRef parameter = hls::parameterName(origin);
    std::string name = e.names.take(
        parameter.empty()
            ? userName(origin, "arg" + std::to_string(argument.getArgNumber()))
            : parameter);
    e.bind(argument, {name});
    parameters.push_back(*type + " " + name);
    voidUnused(e, argument, name);
  }
  return parameters;
}

//===----------------------------------------------------------------------===//
// The region with its processes as fibres, for C simulation
//===----------------------------------------------------------------------===//

SmallVector<std::string> bindParameters(FunctionEmitter &e,
                                        hls::SequenceOp sequence) {
  SmallVector<std::string> names;
  for (auto [name, value] :
       llvm::zip_equal(sequence.getParameters().getAsRange<StringAttr>(),
                       sequence.getBody().getArguments())) {
    names.push_back(e.names.take(name.getValue()));
    e.bind(value, {names.back()});
  }
  return names;
}

SmallVector<std::string> pointerNames(const Kernel &kernel) {
  SmallVector<std::string> names;
  for (const Port &port : kernel.ports) {
    if (!port.isArray())
      names.push_back(port.name);
    for (const Port::Pointer &pointer : port.pointers())
      names.push_back(pointer.name);
  }
  return names;
}

/// Declares the streams, tells the region their depths, and adds the processes.
static LogicalResult printRegion(FunctionEmitter &e, hls::DataflowOp dataflow) {
  for (Operation &op : dataflow.getBody().front().without_terminator()) {
    if (!isa<hls::ProcessOp>(op) && failed(allPatterns().statements.lookup(
                                        op.getName().getStringRef())(e, &op)))
      return failure();
    if (auto stream = dyn_cast<hls::StreamOp>(op)) {
      const std::string &name = e.stream(stream.getResult());
      e.line() << "region.add(" << name << ", \"" << name << "\", "
               << stream.getDepth() << ");\n";
      continue;
    }
    auto process = cast<hls::ProcessOp>(op);
    FailureOr<std::string> text = callText(e, process, process.getInputs());
    if (failed(text))
      return failure();
    e.line() << "region.run(\"" << e.calleeOf(process) << "\", [&] { " << *text
             << "; });\n";
  }
  return success();
}

/// A region of fibres for each run, whose numbers are constants.
static LogicalResult printRuns(FunctionEmitter &e, hls::DataflowOp dataflow) {
  hls::SequenceOp sequence = hls::sequenceOf(dataflow);
  for (int64_t run = 0; run < (sequence ? sequence.getRunCount() : 1); ++run) {
    if (sequence)
      e.open("");
    e.line() << "talos::DataflowRegion " << e.names.take("region") << ";\n";
    if (sequence)
      for (auto [number, name] : llvm::enumerate(bindParameters(e, sequence)))
        e.line() << "const int " << name << " = "
                 << sequence.getValue(run, number) << ";\n";
    if (failed(printRegion(e, dataflow)))
      return failure();
    e.line() << "region.finish();\n";
    if (sequence)
      e.close();
  }
  return success();
}

LogicalResult emitDataflowSimulation(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<hls::DataflowOp> dataflow = dataflowOf(kernel->top);
  if (failed(dataflow))
    return failure();
  if (!*dataflow)
    return emitError(kernel->top.getLoc(),
                     "the top function has no hls.dataflow; its C simulation "
                     "needs the kernel alone");
  NameScope globals;
  globals.take(kernel->name);
  for (const Port &port : kernel->ports)
    for (const std::string &name : port.names)
      globals.reserve(name);
  FileNeeds needs;
  DenseMap<Operation *, std::string> calls;
  nameProcesses(*dataflow, globals, calls);
  std::string body;
  llvm::raw_string_ostream bodyStream(body);
  FunctionEmitter e(bodyStream, globals, needs, calls);
  bindPorts(e, *kernel);
  voidUnusedPorts(e, *kernel);
  if (failed(printRuns(e, *dataflow)))
    return failure();
  std::string arguments = llvm::join(pointerNames(*kernel), ", ");
  std::string sequence = kernel->name + "_in_sequence";
  os << "// " << kernel->name
     << ": the kernel for C simulation, with its processes as fibres.\n"
     << "#include <hls_stream.h>\n#include <hls_vector.h>\n\n#define "
     << kernel->name << " " << sequence
     << " // the kernel as it stands\n#include \"" << fileStem(kernel->name)
     << ".cpp\"\n#undef " << kernel->name << "\n#include <talos_dataflow.h>\n\n"
     << kernel->signature() << " {\n"
     << "  if (talos::dataflow_mode() == talos::DataflowMode::Sequence) {\n    "
     << sequence << "(" << arguments << ");\n    return;\n  }\n"
     << body << "}\n";
  return success();
}

} // namespace talos::emit
