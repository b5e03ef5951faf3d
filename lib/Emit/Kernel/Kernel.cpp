//===- Kernel.cpp - The kernel, its header and the golden function --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Dataflow.h"
#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/Interface.h"
#include "Emit/Kernel/SlrKernels.h"
#include "Emit/Kernel/TextBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Emit/Emit.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace talos::emit {

FailureOr<std::string> topName(ModuleOp module) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  return kernel->name;
}

//===----------------------------------------------------------------------===//
// Common parts
//===----------------------------------------------------------------------===//

// Local arrays above this many bytes in one function become static in C
// simulation: an eighth of the usual stack of 8 MiB.
static constexpr int64_t stackBytes = 1 << 20;

// Beats between the two processes of a transfer: a shift register of 16 takes
// one LUT a bit, as one of 2 does (AMD UG574).
static constexpr int64_t streamDepth = 16;

static int64_t localBytes(Operation *root) {
  int64_t bytes = 0;
  root->walk([&](Operation *op) {
    if (!isa<hls::BufferOp, memref::AllocOp, memref::AllocaOp>(op))
      return;
    if (auto buffer = dyn_cast<hls::BufferOp>(op);
        buffer && (buffer.getGlobal() || buffer.getPort()))
      return; // static in any case
    auto type = cast<MemRefType>(op->getResult(0).getType());
    if (type.hasStaticShape() && type.getElementType().isIntOrIndexOrFloat())
      bytes += type.getNumElements() * 8;
  });
  return bytes;
}

static bool usesVectors(const Kernel &kernel) {
  return llvm::any_of(kernel.ports, [](const Port &p) { return p.beat > 1; });
}

static void printHead(llvm::raw_ostream &os, const FileNeeds &needs) {
  if (needs.algorithm)
    os << "#include <algorithm>\n";
  if (needs.cmath || needs.floatExtrema)
    os << "#include <cmath>\n";
  os << "#include <cstdint>\n";
  if (needs.streams)
    os << "#include <hls_stream.h>\n";
  if (needs.vectors)
    os << "#include <hls_vector.h>\n";
  os << labelsBlock;
  if (needs.processState)
    os << processStateBlock;
  if (needs.largeBuffers)
    os << largeBuffersBlock;
  if (needs.integerDivision)
    os << integerDivisionBlock;
  if (needs.floatExtrema)
    os << floatExtremaBlock;
  for (const auto &[element, lanes] : needs.tokens)
    os << "\n// Vectors have powers of two alone.\nstruct "
       << beatType(element, lanes) << " {\n  " << element << " lanes[" << lanes
       << "];\n};\n";
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

namespace {
class KernelPrinter {
public:
  explicit KernelPrinter(Kernel &kernel) : kernel(kernel), os(text) {
    globals.take(kernel.name);
  }
  LogicalResult print(llvm::raw_ostream &out);

private:
  /// A function but for its name.
  struct Function {
    SmallVector<std::string> parameters;
    std::string body;
  };
  /// What those that share a function have in common.
  static std::string textOf(StringRef wanted, const Function &function) {
    return (wanted + llvm::join(function.parameters, ",") + function.body)
        .str();
  }
  LogicalResult transfers();
  LogicalResult tasks();
  LogicalResult processes(hls::DataflowOp dataflow);
  LogicalResult sequence(hls::SequenceOp sequence);
  FailureOr<Function> describe(hls::TaskOp op);
  void printFunction(StringRef name, const Function &function);
  std::string transferName(hls::TaskOp op) const;
  LogicalResult top();
  LogicalResult slrKernel(const SlrKernel &own);
  void kernelsInSequence();
  void interfaces(FunctionEmitter &e, ArrayRef<SlrKernel::Argument> arguments);
  SmallVector<std::string> parametersOf(FunctionEmitter &e, hls::TaskOp op,
                                        BlockArgument arg);
  const Port *shiftedPort(hls::TaskOp op) const;
  std::string bindStream(FunctionEmitter &e, const Port &port,
                         BlockArgument arg);
  Function joinByStream(hls::TaskOp op, StringRef wanted, const Function &rows);
  bool isPort(Value value) const {
    return isa<BlockArgument>(value) &&
           value.getParentBlock()->getParentOp() == kernel.top;
  }

  Kernel &kernel;
  std::vector<SlrKernel> slrKernels; ///< empty: `kernel` is one
  std::string text;
  llvm::raw_string_ostream os;
  NameScope globals;
  FileNeeds needs;
  std::string storage;
  DenseMap<Operation *, std::string> calls;
};
} // namespace

/// The row of the array at which the transfer begins: the subscript where all
/// loops begin.
static int64_t firstRowOf(hls::TaskOp op) {
  int64_t row = 0;
  auto read = [&](AffineMap map, OperandRange operands) {
    SmallVector<Attribute> values;
    for (Value operand : operands) {
      IntegerAttr constant;
      matchPattern(operand, m_Constant(&constant));
      values.push_back(constant ? constant
                                : Builder(op.getContext()).getIndexAttr(0));
    }
    SmallVector<Attribute> subscripts;
    if (succeeded(map.constantFold(values, subscripts)))
      row = cast<IntegerAttr>(subscripts.front()).getInt();
  };
  op.walk([&](hls::BeatReadOp beat) {
    read(beat.getMap(), beat.getMapOperands());
  });
  op.walk([&](hls::BeatWriteOp beat) {
    read(beat.getMap(), beat.getMapOperands());
  });
  return row;
}

/// The array of a transfer whose rows do not start on beats; null: another one.
const Port *KernelPrinter::shiftedPort(hls::TaskOp op) const {
  if (!op.isTransfer())
    return nullptr;
  Value array = hls::originOf(op.getInputs()[1]);
  if (!isPort(array) || !kernel.port(array).isRealigned())
    return nullptr;
  return &kernel.port(array);
}

/// `hls::stream<hls::vector<float, 16>> &name` with this before the name; of
/// several ports `name[4]`, since an array is passed by reference anyway.
static std::string streamsOf(const Port &port, StringRef before,
                             StringRef name) {
  std::string type = "hls::stream<" + port.beatType() + "> ";
  if (port.ports() == 1)
    return type + (before + name).str();
  return (type + name + "[" + Twine(port.ports()) + "]").str();
}

/// A stream of beats takes the place of the array, with the beat that is held
/// and its elements that are still to move. Of several ports there are as many
/// of both: rows start at the same places in all.
std::string KernelPrinter::bindStream(FunctionEmitter &e, const Port &port,
                                      BlockArgument arg) {
  std::string name = e.names.take("beats");
  ArrayBinding stream{name, ArrayBinding::Shifted, port.beat};
  stream.held = e.names.take("held");
  stream.rest = e.names.take("rest");
  stream.blocks = port.blocks;
  e.bindArray(arg, stream);
  return streamsOf(port, "&", name);
}

SmallVector<std::string> KernelPrinter::parametersOf(FunctionEmitter &e,
                                                     hls::TaskOp op,
                                                     BlockArgument arg) {
  Value root = hls::originOf(arg);
  bool fromTop = isPort(root);
  if (isa<hls::StreamType>(arg.getType()))
    return {streamParameter(e, arg)};
  std::string wanted = "arg" + std::to_string(arg.getArgNumber());
  if (fromTop)
    wanted = kernel.port(root).name;
  else if (std::optional<ArrayAttr> names = op.getParameterNames())
    wanted = cast<StringAttr>((*names)[arg.getArgNumber()]).str();
  else if (auto buffer = root.getDefiningOp<hls::BufferOp>())
    wanted = buffer.getBufferName();
  else
    wanted = userName(root, wanted);
  std::string name = e.names.take(wanted);
  auto memref = dyn_cast<MemRefType>(arg.getType());
  if (!memref) {
    e.bind(arg, {name});
    return {scalarType(arg.getType()) + " " + name};
  }
  bool written = isWritten(arg);
  if (fromTop) {
    const Port &port = kernel.port(root);
    if (shiftedPort(op) == &port)
      return {bindStream(e, port, arg)};
    ArrayBinding pointers = pointerTo(port);
    pointers.name = name;
    for (std::string &pointer : pointers.ports)
      pointer = port.ports() == 1 ? name : e.names.take(pointer);
    e.bindArray(arg, std::move(pointers));
    SmallVector<std::string> parameters;
    for (const std::string &pointer : e.array(arg).ports)
      parameters.push_back((written ? "" : "const ") + port.beatType() + " *" +
                           pointer);
    return parameters;
  }
  e.bindArray(arg, {name, memref.getRank() == 0 ? ArrayBinding::Scalar
                                                : ArrayBinding::Array});
  return {arrayParameter(memref, name, written)};
}

/// `name`, or `name[number]` of several ports.
static std::string ofPort(StringRef name, int64_t ports, int64_t number) {
  return ports == 1 ? name.str() : (name + "[" + Twine(number) + "]").str();
}

/// Elements that pass through one port of an array that lies as in C.
static int64_t elementsMoved(hls::TaskOp op, const Port &port) {
  if (port.blocks > 1)
    return ShapedType::getNumElements(port.blockShape());
  return cast<MemRefType>(op.getInputs()[0].getType()).getNumElements();
}

FailureOr<KernelPrinter::Function> KernelPrinter::describe(hls::TaskOp op) {
  Function function;
  llvm::raw_string_ostream bodyStream(function.body);
  FunctionEmitter e(bodyStream, globals, needs, calls);
  e.arrayStorage = storage;
  if (op.isTransfer() || op.movesTokens())
    e.labelPrefix = (hls::stringifyTaskKind(op.getKind()) + "_").str();
  for (BlockArgument arg : op.getBody().getArguments()) {
    Type type = arg.getType();
    bool isStream = isa<hls::StreamType>(type);
    if (isa<MemRefType>(type) ? failed(checkArray(op, cast<MemRefType>(type)))
                              : !isStream && failed(e.type(type, op)))
      return failure();
    llvm::append_range(function.parameters, parametersOf(e, op, arg));
    if (isStream)
      continue;
    voidUnused(e, arg,
               isa<MemRefType>(type) ? e.array(arg).name : e.expr(arg)->text);
  }
  const Port *shifted = shiftedPort(op);
  if (!shifted)
    return failed(e.block(op.getBody().front())) ? FailureOr<Function>()
                                                 : std::move(function);
  const ArrayBinding stream = e.array(op.getBody().getArgument(1));
  int64_t ports = shifted->ports();
  e.line() << shifted->beatType() << " " << stream.held
           << (ports == 1 ? "" : "[" + std::to_string(ports) + "]") << ";\n";
  if (ports > 1)
    e.pragma("array_partition variable=" + stream.held + " type=complete");
  e.line() << "int " << stream.rest << " = 0;\n";
  if (failed(e.block(op.getBody().front())))
    return failure();
  if (op.getKind() == hls::TaskKind::Store &&
      elementsMoved(op, *shifted) % shifted->beat != 0)
    for (int64_t number = 0; number < ports; ++number)
      e.line() << ofPort(stream.name, ports, number) << ".write("
               << ofPort(stream.held, ports, number) << ");\n";
  return function;
}

void KernelPrinter::printFunction(StringRef name, const Function &function) {
  os << "\n"
     << prototype("static ", name, function.parameters)
     << " {\n#pragma HLS inline off\n"
     << function.body << "}\n";
}

/// `load_A` and `store_A`, where A is the port.
std::string KernelPrinter::transferName(hls::TaskOp op) const {
  Value array = hls::originOf(op.getInputs()[1]);
  std::string name =
      isPort(array) ? kernel.port(array).name : op.getTaskName().str();
  return (hls::stringifyTaskKind(op.getKind()) + "_" + name).str();
}

/// The beats of the array that a transfer of whole rows moves: the first one,
/// and the one behind the last.
static std::pair<int64_t, int64_t> beatsOf(hls::TaskOp op, const Port &port) {
  int64_t row = port.memref.getNumElements() / port.memref.getDimSize(0);
  int64_t first = port.blocks > 1 ? 0 : firstRowOf(op);
  int64_t end = first * row + elementsMoved(op, port);
  return {first * row / port.beat, llvm::divideCeil(end, port.beat)};
}

/// Two processes joined by a stream: one moves beats in sequence, the other one
/// is `rows`. Prints both; what is left is the function that runs them.
KernelPrinter::Function KernelPrinter::joinByStream(hls::TaskOp op,
                                                    StringRef wanted,
                                                    const Function &rows) {
  const Port &port = kernel.port(hls::originOf(op.getInputs()[1]));
  bool isLoad = op.getKind() == hls::TaskKind::Load;
  NameScope names(&globals);
  SmallVector<std::string> arrays;
  for (const std::string &name : port.names)
    arrays.push_back(names.take(name));
  std::string buffer = names.take("buffer"), beats = names.take("beats"),
              i = names.take("i");
  SmallVector<std::string> pointers;
  std::string moves;
  for (auto [number, array] : llvm::enumerate(arrays)) {
    pointers.push_back((isLoad ? "const " : "") + port.beatType() + " *" +
                       array);
    std::string place = array + "[" + i + "]";
    std::string stream = ofPort(beats, port.ports(), number);
    moves += "    " +
             (isLoad ? stream + ".write(" + place + ")"
                     : place + " = " + stream + ".read()") +
             ";\n";
  }
  auto [first, end] = beatsOf(op, port);
  Function sequence{
      pointers, "beats_i:\n  for (int " + i + " = " + std::to_string(first) +
                    "; " + i + " < " + std::to_string(end) + "; ++" + i +
                    ") {\n#pragma HLS pipeline II=1\n" + moves + "  }\n"};
  sequence.parameters.push_back(streamsOf(port, "&", beats));
  std::string outer = globals.take((wanted + "_beats").str());
  printFunction(outer, sequence);
  std::string inner = globals.take((wanted + "_rows").str());
  printFunction(inner, rows);
  SmallVector<std::string> parameters{arrayParameter(
      cast<MemRefType>(op.getInputs()[0].getType()), buffer, isLoad)};
  llvm::append_range(parameters, pointers);
  std::string copies;
  for (Value copy : op.getInputs().drop_front(2)) {
    std::string name = names.take("copy");
    parameters.push_back(
        arrayParameter(cast<MemRefType>(copy.getType()), name, true));
    copies += ", " + name;
  }
  std::string moveBeats =
      "  " + outer + "(" + llvm::join(arrays, ", ") + ", " + beats + ");\n";
  std::string moveRows =
      "  " + inner + "(" + buffer + ", " + beats + copies + ");\n";
  needs.streams = true;
  return {parameters,
          "#pragma HLS dataflow\n  " + streamsOf(port, "", beats) +
              (port.ports() == 1 ? "(\"" + beats + "\")" : "") +
              ";\n#pragma HLS stream variable=" + beats +
              " depth=" + std::to_string(streamDepth) + "\n" +
              (isLoad ? moveBeats + moveRows : moveRows + moveBeats)};
}

/// Those of one text share a function.
LogicalResult KernelPrinter::transfers() {
  llvm::StringMap<std::string> functions;
  WalkResult result = kernel.top.walk([&](hls::TaskOp op) {
    if (!op.isTransfer())
      return WalkResult::advance();
    FailureOr<Function> function = describe(op);
    if (failed(function))
      return WalkResult::interrupt();
    std::string wanted = transferName(op);
    std::string text = textOf(wanted, *function);
    if (shiftedPort(op)) // its code does not say where it begins
      text += std::to_string(firstRowOf(op));
    std::string &name = functions[text];
    if (name.empty()) {
      if (shiftedPort(op))
        function = joinByStream(op, wanted, *function);
      name = globals.take(wanted);
      printFunction(name, *function);
    }
    calls[op] = name;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelPrinter::tasks() {
  // Post-order: a task stands after those that it calls. Those of one text
  // inside of a task, or a process, share a function.
  llvm::StringMap<std::string> nested;
  WalkResult result = kernel.top.walk([&](hls::TaskOp op) {
    if (op.isTransfer())
      return WalkResult::advance();
    StringRef kind =
        op.movesTokens() ? hls::stringifyTaskKind(op.getKind()) : "task";
    std::string wanted = (kind + "_" + op.getTaskName()).str();
    bool isNested = op->getParentOfType<hls::TaskOp>() ||
                    op->getParentOfType<hls::ProcessOp>();
    if (!isNested)
      calls[op] = globals.take(wanted);
    FailureOr<Function> function = describe(op);
    if (failed(function))
      return WalkResult::interrupt();
    if (isNested) {
      std::string &name = nested[textOf(wanted, *function)];
      bool isNew = name.empty();
      if (isNew)
        name = globals.take(wanted);
      calls[op] = name;
      if (!isNew)
        return WalkResult::advance();
    }
    printFunction(calls[op], *function);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelPrinter::processes(hls::DataflowOp dataflow) {
  for (auto process : dataflow.getBody().getOps<hls::ProcessOp>()) {
    Function function;
    llvm::raw_string_ostream bodyStream(function.body);
    FunctionEmitter e(bodyStream, globals, needs, calls);
    e.arrayStorage = storage;
    FailureOr<SmallVector<std::string>> parameters =
        bindProcess(e, kernel, process);
    if (failed(parameters) || failed(e.block(process.getBody().front())))
      return failure();
    function.parameters = std::move(*parameters);
    printFunction(calls[process], function);
  }
  return success();
}

/// The tool widens ports of single elements up to 512 bits unless told not to;
/// a port has the width of the design.
static std::string widening(const Port &port) {
  if (port.beat != 1)
    return "";
  unsigned bits =
      std::max(8u, port.memref.getElementTypeBitWidth()); // bool takes a byte
  return " max_widen_bitwidth=" + std::to_string(bits);
}

void KernelPrinter::interfaces(FunctionEmitter &e,
                               ArrayRef<SlrKernel::Argument> arguments) {
  for (const SlrKernel::Argument &argument : arguments) {
    const Port &port = kernel.ports[argument.port];
    if (port.isMemory)
      e.pragma("interface ap_memory port=" + port.name);
    else
      for (const Port::Pointer &pointer : argument.pointers)
        e.pragma("interface m_axi port=" + pointer.name +
                 " bundle=" + port.portBundle(pointer.number) +
                 " offset=slave depth=" + std::to_string(port.beats()) +
                 widening(port));
  }
  for (const SlrKernel::Argument &argument : arguments) {
    const Port &port = kernel.ports[argument.port];
    if (!port.isArray())
      e.pragma("interface s_axilite port=" + port.name + " bundle=control");
    if (!port.isMemory)
      for (const Port::Pointer &pointer : argument.pointers)
        e.pragma("interface s_axilite port=" + pointer.name +
                 " bundle=control");
  }
  e.pragma("interface s_axilite port=return bundle=control");
}

/// The processes of one SLR.
LogicalResult KernelPrinter::slrKernel(const SlrKernel &own) {
  FunctionEmitter e(os, globals, needs, calls);
  os << "\n" << signatureOf(e, kernel, own) << " {\n";
  e.arrayStorage = storage;
  for (const SlrKernel::Link &link : own.links)
    e.pragma("interface axis port=" + link.name);
  interfaces(e, own.arguments);
  bindPorts(e, kernel);
  for (const SlrKernel::Link &link : own.links) {
    hls::StreamOp stream = link.stream;
    e.bindStream(stream.getResult(), e.names.take(link.name));
  }
  e.pragma("dataflow");
  for (Operation *op : own.body)
    if (failed(e.operation(op)))
      return failure();
  os << "}\n";
  return success();
}

/// A run of all kernels, for C simulation.
void KernelPrinter::kernelsInSequence() {
  FunctionEmitter e(os, globals, needs, calls);
  os << "\n#ifndef __SYNTHESIS__\n// All kernels, for C simulation.\n"
     << kernel.signature() << " {\n";
  voidUnusedPorts(e, kernel);
  for (const SlrKernel &own : slrKernels)
    for (const SlrKernel::Link &link : own.links)
      if (link.isOutput)
        e.line() << streamVariable(e, link.stream, link.name) << ";\n";
  for (const SlrKernel &own : slrKernels)
    e.line() << callOf(kernel, own) << ";\n";
  os << "}\n#endif\n";
}

/// The region as a function of its own, with the parameters of the top function
/// and those of the runs.
LogicalResult KernelPrinter::sequence(hls::SequenceOp sequence) {
  Function function;
  llvm::raw_string_ostream bodyStream(function.body);
  FunctionEmitter e(bodyStream, globals, needs, calls);
  e.arrayStorage = storage;
  bindPorts(e, kernel);
  voidUnusedPorts(e, kernel);
  for (const Port &port : kernel.ports)
    llvm::append_range(function.parameters, port.parameters());
  for (const std::string &name : bindParameters(e, sequence))
    function.parameters.push_back("int " + name);
  if (failed(e.operation(sequence.getDataflow())))
    return failure();
  printFunction(calls[sequence], function);
  return success();
}

LogicalResult KernelPrinter::top() {
  for (const SlrKernel &own : slrKernels)
    if (failed(slrKernel(own)))
      return failure();
  if (!slrKernels.empty()) {
    kernelsInSequence();
    return success();
  }
  os << "\n" << kernel.signature() << " {\n";
  FunctionEmitter e(os, globals, needs, calls);
  e.arrayStorage = storage;
  std::vector<SlrKernel::Argument> all;
  for (auto [number, port] : llvm::enumerate(kernel.ports))
    all.push_back({unsigned(number), port.pointers()});
  interfaces(e, all);
  bindPorts(e, kernel);
  voidUnusedPorts(e, kernel);
  if (failed(e.block(kernel.top.getBody().front())))
    return failure();
  os << "}\n";
  return success();
}

LogicalResult KernelPrinter::print(llvm::raw_ostream &out) {
  FailureOr<std::vector<SlrKernel>> kernels = slrKernelsOf(kernel);
  if (failed(kernels))
    return failure();
  slrKernels = std::move(*kernels);
  for (const SlrKernel &own : slrKernels)
    globals.take(own.name);
  for (const Port &port : kernel.ports) {
    globals.reserve(port.name);
    for (const std::string &name : port.names)
      globals.reserve(name);
  }
  if (localBytes(kernel.top) > stackBytes) {
    needs.largeBuffers = true;
    storage = "TALOS_LARGE ";
  }
  FailureOr<hls::DataflowOp> dataflow = dataflowOf(kernel.top);
  if (failed(dataflow))
    return failure();
  if (*dataflow) // named first, as for C simulation
    nameProcesses(*dataflow, globals, calls);
  if (failed(transfers()) || failed(tasks()) ||
      (*dataflow && failed(processes(*dataflow))))
    return failure();
  if (hls::SequenceOp runs =
          *dataflow ? hls::sequenceOf(*dataflow) : hls::SequenceOp();
      runs && failed(sequence(runs)))
    return failure();
  if (failed(top()))
    return failure();
  hls::TargetAttr target = kernel.target;
  out << "// " << kernel.name << ": HLS kernel emitted by Talos for "
      << target.getPart().getValue() << " at "
      << llvm::format("%.3f", target.getClockPs() / 1000.0) << " ns, "
      << target.getTool().getValue() << ".\n"
      << "#include \"" << fileStem(kernel.name) << ".h\"\n\n";
  needs.vectors &= !usesVectors(kernel); // the header has them
  printHead(out, needs);
  out << text;
  return success();
}

LogicalResult emitKernel(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  return KernelPrinter(*kernel).print(os);
}

LogicalResult emitHeader(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  std::string guard = StringRef(kernel->name).upper() + "_H";
  os << "// " << kernel->name << ": interface of the HLS kernel.\n#ifndef "
     << guard << "\n#define " << guard << "\n\n#include <cstdint>\n";
  if (usesVectors(*kernel))
    os << "#include <hls_vector.h>\n";
  os << "\n" << kernel->signature() << ";\n\n#endif // " << guard << "\n";
  return success();
}

//===----------------------------------------------------------------------===//
// Golden function
//===----------------------------------------------------------------------===//

LogicalResult emitGolden(ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<func::FuncOp> reference = findReference(module, *kernel);
  if (failed(reference))
    return failure();
  SmallVector<std::string> names;
  FailureOr<std::string> signature = referenceSignature(*reference, names);
  if (failed(signature))
    return failure();
  std::string body;
  llvm::raw_string_ostream bodyStream(body);
  FileNeeds needs;
  NameScope globals;
  globals.take(reference->getName());
  DenseMap<Operation *, std::string> noCalls;
  FunctionEmitter e(bodyStream, globals, needs, noCalls);
  if (localBytes(*reference) > stackBytes)
    e.arrayStorage = "static ";
  for (auto [arg, name] : llvm::zip_equal(reference->getArguments(), names)) {
    e.names.take(name);
    auto memref = dyn_cast<MemRefType>(arg.getType());
    if (memref)
      e.bindArray(arg, {name, memref.getRank() == 0 ? ArrayBinding::Scalar
                                                    : ArrayBinding::Array});
    else
      e.bind(arg, {name});
    voidUnused(e, arg, name);
  }
  if (failed(e.block(reference->getBody().front())))
    return failure();
  os << "// " << kernel->name << ": the source program as plain C++.\n";
  printHead(os, needs);
  os << "\n" << *signature << " {\n" << body << "}\n";
  return success();
}

} // namespace talos::emit
