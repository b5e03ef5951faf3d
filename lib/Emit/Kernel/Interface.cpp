//===- Interface.cpp - The top function and its ports ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Interface.h"
#include "Emit/Kernel/FunctionEmitter.h"
#include "talos/Dialect/HLS/Rows.h"
#include "talos/Dialect/HLS/SourceExtents.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;

namespace talos::emit {

std::string beatType(StringRef element, int64_t elements) {
  if (isStructToken(elements))
    return (element + "_x" + Twine(elements)).str();
  return elements == 1
             ? element.str()
             : ("hls::vector<" + element + ", " + Twine(elements) + ">").str();
}

std::string Port::beatType() const { return emit::beatType(element, beat); }

SmallVector<int64_t> Port::blockShape() const {
  SmallVector<int64_t> shape(memref.getShape());
  if (blocks > 1)
    shape.front() = hls::blockExtent(
        memref, lanes.empty() ? hls::rowBox(memref, beat) : lanes, blocks);
  return shape;
}

int64_t Port::beats() const {
  SmallVector<int64_t> shape = blockShape();
  if (lanes.empty())
    return llvm::divideCeil(ShapedType::getNumElements(shape), beat);
  if (tiles.empty())
    return llvm::product_of(hls::boxesIn(shape, lanes));
  return llvm::product_of(hls::boxesIn(shape, tiles)) *
         llvm::product_of(hls::boxesIn(tiles, lanes));
}

int64_t Port::ports() const {
  if (blocks > 1)
    return blocks;
  return lanes.empty() ? 1 : hls::lanesIn(lanes) / beat;
}

std::string Port::portBundle(int64_t number) const {
  return ports() == 1 ? bundle : bundle + "_" + std::to_string(number);
}

bool Port::isRealigned() const { return hls::isRealigned(memref, lanes, beat); }

SmallVector<Port::Pointer> Port::pointers() const {
  SmallVector<Pointer> result;
  if (!isArray() || isInParts)
    return result;
  for (int64_t number = 0; number < ports(); ++number) {
    if (!readNames.empty())
      result.push_back({readNames[number], number, false});
    result.push_back({portName(number), number, written});
  }
  return result;
}

std::string Port::Pointer::parameter(const Port &port) const {
  return (written ? "" : "const ") + port.beatType() + " *" + name;
}

SmallVector<std::string> Port::parameters() const {
  if (!isArray())
    return {element + " " + name};
  if (isInParts)
    return {};
  if (isMemory)
    return {arrayParameter(memref, name, written)};
  SmallVector<std::string> result;
  for (const Pointer &pointer : pointers())
    result.push_back(pointer.parameter(*this));
  return result;
}

std::string Kernel::signature() const {
  SmallVector<std::string> parameters;
  for (const Port &port : ports)
    llvm::append_range(parameters, port.parameters());
  return prototype("extern \"C\" ", name, parameters);
}

ArrayRef<Port> Kernel::arguments() const {
  return ArrayRef(ports).take_while(
      [](const Port &port) { return !port.copyOf && !port.isScratch; });
}

bool Kernel::hasMemories() const {
  return llvm::any_of(ports, [](const Port &port) { return port.isMemory; });
}

const Port &Kernel::port(Value argument) const {
  return ports[cast<BlockArgument>(argument).getArgNumber()];
}

static LogicalResult describeArray(func::FuncOp top,
                                   hls::InterfaceAttr interface, Port &port) {
  if (failed(checkArray(top, port.memref)))
    return failure();
  if (port.memref.getElementType().isIndex())
    return emitError(top->getLoc())
           << "array argument '" << port.name
           << "' holds index values, whose width is open; use i32 or i64";
  port.element = scalarType(port.memref.getElementType());
  port.extents =
      llvm::to_vector(hls::sourceExtents(cast<BlockArgument>(port.value)));
  port.isMemory = interface.getMode() == hls::InterfaceMode::ApMemory;
  if (port.isMemory) {
    port.written = llvm::any_of(port.value.getUsers(), [](Operation *user) {
      auto buffer = dyn_cast<hls::BufferOp>(user);
      return buffer && isWritten(buffer.getResult());
    });
    return success();
  }
  port.bundle = interface.getBundle().getValue();
  if (port.bundle.empty() || legalIdentifier(port.bundle) != port.bundle)
    return emitError(top->getLoc())
           << "the bundle of argument '" << port.name
           << "' must be a C++ identifier, got '" << port.bundle << "'";
  int64_t bits = port.memref.getElementTypeBitWidth();
  if (bits < 8) // bool takes a byte
    bits = 8;
  int64_t width = interface.getWidth() ? interface.getWidth() : bits;
  if (width % bits != 0)
    return emitError(top->getLoc())
           << "port width " << width << " of argument '" << port.name
           << "' must be whole elements of " << bits << " bits";
  port.beat = width / bits;
  port.lanes = llvm::to_vector(interface.getLanes());
  port.tiles = llvm::to_vector(hls::tilesOf(port.value));
  port.blocks = interface.getPortBlocks();
  port.inTurn = interface.getInTurn();
  if (port.blocks > 1 && port.memref.getRank() == 0)
    return emitError(top->getLoc())
           << "argument '" << port.name << "' is a scalar, of which "
           << port.blocks << " ports hold no blocks";
  if (!port.lanes.empty() &&
      (int64_t(port.lanes.size()) != port.memref.getRank() ||
       hls::lanesIn(port.lanes) % port.beat != 0))
    return emitError(top->getLoc())
           << "the lanes of argument '" << port.name
           << "' must be one a dimension and hold whole beats of " << port.beat
           << " elements";
  port.written = isWritten(port.value);
  return success();
}

/// Some process reads the array and another one writes it.
static bool isReadBesideWrites(Value array) {
  bool reads = false, writes = false;
  for (OpOperand &use : array.getUses())
    if (auto process = dyn_cast<hls::ProcessOp>(use.getOwner())) {
      Value argument = hls::argumentFor(use);
      bool writesHere = isWritten(argument), readsHere = isRead(argument);
      reads |= readsHere && !writesHere;
      writes |= writesHere;
    }
  return reads && writes;
}

static LogicalResult describePort(func::FuncOp top, unsigned index,
                                  NameScope &names, Port &port) {
  port.value = top.getArgument(index);
  port.name = names.take(userName(port.value, "arg" + std::to_string(index)));
  auto interface =
      top.getArgAttrOfType<hls::InterfaceAttr>(index, hls::interfaceAttrName);
  if (!interface)
    return emitError(top->getLoc())
           << "argument '" << port.name << "' has no " << hls::interfaceAttrName
           << "; run the apply passes first";
  port.isBool = bool(top.getArgAttr(index, hls::boolAttrName));
  port.isScratch = bool(top.getArgAttr(index, hls::scratchAttrName));
  Type type = port.value.getType();
  port.memref = dyn_cast<MemRefType>(type);
  if (port.memref) {
    if (failed(describeArray(top, interface, port)))
      return failure();
    port.names = {port.name};
    if (port.ports() > 1)
      port.names.clear();
    for (int64_t number = 0; port.ports() > 1 && number < port.ports();
         ++number)
      port.names.push_back(
          names.take(port.name + "_" + std::to_string(number)));
    if (isReadBesideWrites(port.value))
      for (const std::string &name : port.names)
        port.readNames.push_back(names.take(name + "_in"));
    return success();
  }
  port.names = {port.name};
  port.element = type.isIndex() ? "" : scalarType(type);
  if (port.element.empty())
    return emitError(top->getLoc())
           << "argument '" << port.name << "' of type " << type
           << " cannot be a kernel port; use f32, f64, i1, i8, "
              "i16, i32, i64 or a memref of them";
  return success();
}

/// Says of a copy or a part which array it is one of. The dialect's verifier
/// knows that there is one, in front of all of them.
static void describeCopy(Kernel &kernel) {
  Port &copy = kernel.ports.back();
  unsigned own = copy.value.getArgNumber();
  copy.part =
      hls::ArrayBlock::of(kernel.top.getArgAttr(own, hls::partOfAttrName));
  auto name = kernel.top.getArgAttrOfType<StringAttr>(own, hls::copyOfAttrName);
  if (copy.part)
    name = StringAttr::get(kernel.top.getContext(), copy.part->array);
  for (auto [number, port] : llvm::enumerate(kernel.ports)) {
    if (!name || number == own ||
        kernel.top.getArgAttr(number, hls::nameAttrName) != name)
      continue;
    copy.copyOf = number;
    port.isInParts |= copy.part && port.value.use_empty();
  }
}

FailureOr<Kernel> describeKernel(ModuleOp module) {
  FailureOr<func::FuncOp> found = hls::topOf(module);
  if (failed(found))
    return failure();
  func::FuncOp top = *found;
  Kernel kernel;
  kernel.top = top;
  if (top.isExternal() || !top.getBody().hasOneBlock())
    return emitError(top->getLoc(),
                     "the top function needs a body of one block");
  if (top.getNumResults() != 0)
    return emitError(top->getLoc(),
                     "the top function must not return values; store them "
                     "through memref arguments");
  kernel.target = hls::targetOf(top);
  if (!kernel.target)
    return emitError(top.getLoc())
           << "neither the top function nor the module has "
           << hls::targetAttrName;
  kernel.name = legalFunctionName(top.getName());
  NameScope names;
  names.take(kernel.name);
  for (unsigned i = 0, e = top.getNumArguments(); i < e; ++i) {
    if (failed(describePort(top, i, names, kernel.ports.emplace_back())))
      return failure();
    describeCopy(kernel);
  }
  return kernel;
}

/// The same parameters, but for the dimensions that arrays are seen in and what
/// they are filled up to.
static bool hasParameters(func::FuncOp function, ArrayRef<Port> ports) {
  return function.getNumResults() == 0 &&
         function.getNumArguments() == ports.size() &&
         llvm::all_of(
             llvm::zip(function.getArgumentTypes(), ports), [](auto pair) {
               auto [type, port] = pair;
               auto array = dyn_cast<MemRefType>(type);
               if (!array || !port.isArray())
                 return type == port.value.getType();
               return array.getElementType() == port.memref.getElementType() &&
                      array.hasStaticShape() &&
                      array.getNumElements() == port.elements();
             });
}

FailureOr<func::FuncOp> findReference(ModuleOp module, const Kernel &kernel) {
  func::FuncOp top = kernel.top;
  for (auto function : module.getOps<func::FuncOp>()) {
    auto of =
        function->getAttrOfType<FlatSymbolRefAttr>(hls::referenceAttrName);
    if (!of || of.getValue() != top.getName())
      continue;
    if (function.isExternal() || !function.getBody().hasOneBlock())
      return emitError(function->getLoc(),
                       "the reference needs a body of one block");
    if (!hasParameters(function, kernel.arguments()))
      return emitError(function->getLoc())
             << "the reference has type " << function.getFunctionType()
             << ", the top function " << top.getFunctionType();
    return function;
  }
  return emitError(top->getLoc())
         << "no function has " << hls::referenceAttrName << " = @"
         << top.getName() << "; hls-prepare keeps one";
}

std::string arrayParameter(MemRefType type, StringRef name, bool written) {
  std::string text = written ? "" : "const ";
  text += scalarType(type.getElementType());
  return text + (type.getRank() == 0 ? " &" : " ") + name.str() + extents(type);
}

FailureOr<std::string> referenceSignature(func::FuncOp reference,
                                          SmallVectorImpl<std::string> &names) {
  NameScope scope;
  std::string name = scope.take(reference.getName());
  SmallVector<std::string> parameters;
  for (BlockArgument arg : reference.getArguments()) {
    unsigned index = arg.getArgNumber();
    names.push_back(scope.take(userName(arg, "arg" + std::to_string(index))));
    auto memref = dyn_cast<MemRefType>(arg.getType());
    if (memref && failed(checkArray(reference, memref)))
      return failure();
    parameters.push_back(
        memref ? arrayParameter(memref, names.back(), isWritten(arg))
               : scalarType(arg.getType()) + " " + names.back());
  }
  return prototype("extern \"C\" ", name, parameters);
}

} // namespace talos::emit
