//===- Directives.cpp - Puts the directives of the source on ops ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;

namespace talos::frontend {

static bool isLoop(const clang::Stmt *stmt) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
}

/// Whether `where` lies inside `stmt`, but in none of the loops in it.
static bool belongsTo(const clang::Stmt *stmt, clang::SourceLocation where,
                      const clang::SourceManager &sources, bool outermost) {
  // The body of a loop may itself be a loop.
  if (!stmt || (outermost && isLoop(stmt)))
    return false;
  auto inside = [&](const clang::Stmt *node) {
    clang::SourceLocation begin = sources.getExpansionLoc(node->getBeginLoc());
    clang::SourceLocation end = sources.getExpansionLoc(node->getEndLoc());
    return !sources.isBeforeInTranslationUnit(where, begin) &&
           !sources.isBeforeInTranslationUnit(end, where);
  };
  if (outermost && !inside(stmt))
    return false;
  if (!outermost && isLoop(stmt))
    return inside(stmt);
  for (const clang::Stmt *child : stmt->children()) {
    bool taken = belongsTo(child, where, sources, /*outermost=*/false);
    if (taken)
      return !outermost;
  }
  return outermost;
}

/// The integer under `key`, 0 where it is absent or none.
static int64_t number(const Pragma &pragma, StringRef key) {
  int64_t value = 0;
  auto found = pragma.keys.find(key.str());
  if (found == pragma.keys.end() ||
      StringRef(found->second).getAsInteger(0, value))
    return 0;
  return value;
}

static StringRef word(const Pragma &pragma, StringRef key) {
  auto found = pragma.keys.find(key.str());
  return found == pragma.keys.end() ? StringRef() : StringRef(found->second);
}

void Importer::applyLoopPragmas(const clang::Stmt *body, Operation *loop) {
  MLIRContext *context = dims.context;
  for (const Pragma &pragma : pragmas) {
    if (!belongsTo(body, pragma.where, ast.getSourceManager(), true))
      continue;
    bool off = pragma.keys.count("off");
    if (pragma.directive == "pipeline" && !off)
      loop->setAttr(hls::pipelineAttrName,
                    hls::PipelineAttr::get(context, number(pragma, "ii")));
    else if (pragma.directive == "unroll" && !off)
      loop->setAttr(hls::unrollAttrName,
                    hls::UnrollAttr::get(context, number(pragma, "factor")));
    else
      mlir::emitRemark(at(pragma.where))
          << "#pragma HLS " << pragma.directive
          << " of a loop has no attribute and is left out";
  }
}

/// `array_partition variable=A cyclic factor=4 dim=1`; dim 0 is every one.
static hls::PartitionAttr readPartition(const Pragma &pragma, MemRefType type) {
  MLIRContext *context = type.getContext();
  int64_t factor = number(pragma, "factor"), dim = number(pragma, "dim");
  hls::PartitionKind kind = hls::PartitionKind::Complete;
  StringRef named = word(pragma, "type");
  if (pragma.keys.count("cyclic") || named == "cyclic")
    kind = hls::PartitionKind::Cyclic;
  else if (pragma.keys.count("block") || named == "block")
    kind = hls::PartitionKind::Block;
  if (kind == hls::PartitionKind::Complete)
    factor = 0;
  if (!pragma.keys.count("dim"))
    dim = 1;
  SmallVector<hls::PartitionDimAttr> entries;
  for (int64_t index = 0; index < type.getRank(); ++index)
    entries.push_back(
        dim == 0 || dim == index + 1
            ? hls::PartitionDimAttr::get(context, kind, factor)
            : hls::PartitionDimAttr::get(context, hls::PartitionKind::None, 1));
  return hls::PartitionAttr::get(context, entries);
}

void Importer::applyFunctionPragmas(const clang::FunctionDecl *function,
                                    func::FuncOp func) {
  for (const Pragma &pragma : pragmas) {
    const clang::SourceManager &sources = ast.getSourceManager();
    const clang::Stmt *body = function->getBody();
    bool inside =
        !sources.isBeforeInTranslationUnit(pragma.where, body->getBeginLoc()) &&
        sources.isBeforeInTranslationUnit(pragma.where, body->getEndLoc());
    bool partition = pragma.directive == "array_partition";
    if (!inside ||
        (!partition && !belongsTo(body, pragma.where, sources, true)))
      continue;
    auto leaveOut = [&](const Twine &reason) {
      mlir::emitRemark(at(pragma.where))
          << "#pragma HLS " << pragma.directive << " is left out: " << reason;
    };
    if (partition)
      partitionLocal(pragma, func, leaveOut);
    else if (pragma.directive == "interface")
      setInterface(pragma, func, leaveOut);
    else
      leaveOut("a function has no attribute for it");
  }
}

void Importer::partitionLocal(
    const Pragma &pragma, func::FuncOp func,
    llvm::function_ref<void(const Twine &)> leaveOut) {
  StringRef name = word(pragma, "variable");
  memref::AllocaOp array;
  func.walk([&](memref::AllocaOp op) {
    auto attribute = op->getAttrOfType<StringAttr>(hls::nameAttrName);
    if (attribute && attribute.getValue() == name)
      array = op;
  });
  if (!array)
    return leaveOut("'" + name +
                    "' is no local array; the design partitions "
                    "the buffers of parameters");
  hls::PartitionAttr partition = readPartition(pragma, array.getType());
  ScopedDiagnosticHandler quiet(dims.context,
                                [](Diagnostic &) { return success(); });
  if (failed(partition.verifyFor(array, array.getType())))
    return leaveOut("it does not fit '" + name + "'");
  array->setAttr(hls::partitionAttrName, partition);
}

void Importer::setInterface(const Pragma &pragma, func::FuncOp func,
                            llvm::function_ref<void(const Twine &)> leaveOut) {
  StringRef port = word(pragma, "port"), mode = word(pragma, "mode");
  for (const auto &[key, value] : pragma.keys)
    if (mode.empty() && value.empty())
      mode = key;
  for (unsigned index = 0; index < func.getNumArguments(); ++index) {
    auto name = func.getArgAttrOfType<StringAttr>(index, hls::nameAttrName);
    if (!name || name.getValue() != port)
      continue;
    bool array = isa<MemRefType>(func.getArgument(index).getType());
    if (!(array ? mode == "m_axi" : mode == "s_axilite"))
      return leaveOut("mode '" + mode + "' is not one of this port");
    StringRef bundle = array ? word(pragma, "bundle") : "";
    int64_t width = 0;
    if (array) {
      width = number(pragma, "max_widen_bitwidth");
      if (width == 0)
        width = cast<MemRefType>(func.getArgument(index).getType())
                    .getElementTypeBitWidth();
      if (bundle.empty())
        bundle = "gmem";
    }
    MLIRContext *context = dims.context;
    func.setArgAttr(
        index, hls::interfaceAttrName,
        hls::InterfaceAttr::get(
            context,
            array ? hls::InterfaceMode::MAxi : hls::InterfaceMode::SAxiLite,
            StringAttr::get(context, bundle), width, ArrayRef<int64_t>(),
            /*port_blocks=*/1));
    return;
  }
  leaveOut("'" + port + "' is no parameter of the interface");
}

} // namespace talos::frontend
