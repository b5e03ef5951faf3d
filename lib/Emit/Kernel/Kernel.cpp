//===- Kernel.cpp - The kernel, its header and the golden function --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/Interface.h"
#include "Emit/Kernel/TextBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

static int64_t localBytes(Operation *root) {
  int64_t bytes = 0;
  root->walk([&](Operation *op) {
    if (!isa<hls::BufferOp, memref::AllocOp, memref::AllocaOp>(op))
      return;
    if (auto buffer = dyn_cast<hls::BufferOp>(op); buffer && buffer.getGlobal())
      return; // static in any case
    auto type = cast<MemRefType>(op->getResult(0).getType());
    if (type.hasStaticShape() && type.getElementType().isIntOrIndexOrFloat())
      bytes += type.getNumElements() * 8;
  });
  return bytes;
}

static void printHead(llvm::raw_ostream &os, const FileNeeds &needs) {
  if (needs.algorithm)
    os << "#include <algorithm>\n";
  if (needs.cmath || needs.floatExtrema)
    os << "#include <cmath>\n";
  os << "#include <cstdint>\n" << labelsBlock;
  if (needs.largeBuffers)
    os << largeBuffersBlock;
  if (needs.integerDivision)
    os << integerDivisionBlock;
  if (needs.floatExtrema)
    os << floatExtremaBlock;
}

static void voidUnused(FunctionEmitter &e, Value value, StringRef name) {
  if (value.use_empty())
    e.line() << "(void)" << name << ";\n";
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
  LogicalResult transfers();
  LogicalResult tasks();
  FailureOr<Function> describe(hls::TaskOp op);
  void printFunction(StringRef name, const Function &function);
  std::string transferName(hls::TaskOp op) const;
  LogicalResult top();
  void interfaces(FunctionEmitter &e);
  std::string parameter(FunctionEmitter &e, hls::TaskOp op, BlockArgument arg);
  bool isPort(Value value) const {
    return isa<BlockArgument>(value) &&
           value.getParentBlock()->getParentOp() == kernel.top;
  }

  Kernel &kernel;
  std::string text;
  llvm::raw_string_ostream os;
  NameScope globals;
  FileNeeds needs;
  std::string storage;
  DenseMap<Operation *, std::string> calls;
};
} // namespace

std::string KernelPrinter::parameter(FunctionEmitter &e, hls::TaskOp op,
                                     BlockArgument arg) {
  Value root = hls::originOf(arg);
  bool fromTop = isPort(root);
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
    return scalarType(arg.getType()) + " " + name;
  }
  bool written = isWritten(arg);
  if (fromTop) {
    const Port &port = kernel.port(root);
    e.bindArray(arg, {name, ArrayBinding::Pointer, port.beat});
    return (written ? "" : "const ") + port.beatType() + " *" + name;
  }
  e.bindArray(arg, {name, memref.getRank() == 0 ? ArrayBinding::Scalar
                                                : ArrayBinding::Array});
  return arrayParameter(memref, name, written);
}

FailureOr<KernelPrinter::Function> KernelPrinter::describe(hls::TaskOp op) {
  Function function;
  llvm::raw_string_ostream bodyStream(function.body);
  FunctionEmitter e(bodyStream, globals, needs, calls);
  e.arrayStorage = storage;
  if (op.isTransfer())
    e.labelPrefix = (hls::stringifyTaskKind(op.getKind()) + "_").str();
  for (BlockArgument arg : op.getBody().getArguments()) {
    Type type = arg.getType();
    if (isa<MemRefType>(type) ? failed(checkArray(op, cast<MemRefType>(type)))
                              : failed(e.type(type, op)))
      return failure();
    function.parameters.push_back(parameter(e, op, arg));
    voidUnused(e, arg,
               isa<MemRefType>(type) ? e.array(arg).name : e.expr(arg)->text);
  }
  if (failed(e.block(op.getBody().front())))
    return failure();
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
    std::string text =
        wanted + llvm::join(function->parameters, ",") + function->body;
    std::string &name = functions[text];
    if (name.empty()) {
      name = globals.take(wanted);
      printFunction(name, *function);
    }
    calls[op] = name;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelPrinter::tasks() {
  // Post-order: a task stands after those that it calls.
  WalkResult result = kernel.top.walk([&](hls::TaskOp op) {
    if (op.isTransfer())
      return WalkResult::advance();
    calls[op] = globals.take(("task_" + op.getTaskName()).str());
    FailureOr<Function> function = describe(op);
    if (failed(function))
      return WalkResult::interrupt();
    printFunction(calls[op], *function);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
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

void KernelPrinter::interfaces(FunctionEmitter &e) {
  for (const Port &port : kernel.ports)
    if (port.isArray())
      e.pragma("interface m_axi port=" + port.name + " bundle=" + port.bundle +
               " offset=slave depth=" + std::to_string(port.beats()) +
               widening(port));
  for (const Port &port : kernel.ports)
    e.pragma("interface s_axilite port=" + port.name + " bundle=control");
  e.pragma("interface s_axilite port=return bundle=control");
}

LogicalResult KernelPrinter::top() {
  os << "\n" << kernel.signature() << " {\n";
  FunctionEmitter e(os, globals, needs, calls);
  e.arrayStorage = storage;
  interfaces(e);
  for (const Port &port : kernel.ports) {
    e.names.take(port.name);
    if (port.isArray())
      e.bindArray(port.value, {port.name, ArrayBinding::Pointer, port.beat});
    else
      e.bind(port.value, {port.name});
    voidUnused(e, port.value, port.name);
  }
  if (failed(e.block(kernel.top.getBody().front())))
    return failure();
  os << "}\n";
  return success();
}

LogicalResult KernelPrinter::print(llvm::raw_ostream &out) {
  for (const Port &port : kernel.ports)
    globals.reserve(port.name);
  if (localBytes(kernel.top) > stackBytes) {
    needs.largeBuffers = true;
    storage = "TALOS_LARGE ";
  }
  if (failed(transfers()) || failed(tasks()) || failed(top()))
    return failure();
  hls::TargetAttr target = kernel.target;
  out << "// " << kernel.name << ": HLS kernel emitted by Talos for "
      << target.getPart().getValue() << " at "
      << llvm::format("%.3f", target.getClockPs() / 1000.0) << " ns, "
      << target.getTool().getValue() << ".\n"
      << "#include \"" << fileStem(kernel.name) << ".h\"\n\n";
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
  if (llvm::any_of(kernel->ports, [](const Port &p) { return p.beat > 1; }))
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
