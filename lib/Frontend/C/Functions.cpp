//===- Functions.cpp - The top function -----------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace mlir;

namespace talos::frontend {

Importer::Importer(clang::ASTContext &ast, const PragmaList &pragmas,
                   const ImportOptions &options, ModuleOp module)
    : ast(ast), pragmas(pragmas), options(options), module(module),
      builder(module.getContext()), dims(module.getContext()) {}

Location Importer::at(clang::SourceLocation where) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(where));
  if (place.isInvalid())
    return module.getLoc();
  return FileLineColLoc::get(dims.context, place.getFilename(), place.getLine(),
                             place.getColumn());
}

/// Operators stand where their sign stands.
Location Importer::at(const clang::Stmt *node) const {
  if (const auto *expr = dyn_cast<clang::Expr>(node))
    return at(expr->getExprLoc());
  return at(node->getBeginLoc());
}

InFlightDiagnostic Importer::error(const clang::Stmt *node) const {
  return mlir::emitError(at(node));
}

std::string Importer::text(const clang::Stmt *node) const {
  constexpr size_t longest = 40;
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::CharSourceRange range = sources.getExpansionRange(
      clang::CharSourceRange::getTokenRange(node->getSourceRange()));
  std::string result =
      clang::Lexer::getSourceText(range, sources, ast.getLangOpts()).str();
  result = result.substr(0, result.find('\n'));
  return result.size() > longest ? result.substr(0, longest) + "..." : result;
}

/// Gives the bound parameters their values.
LogicalResult Importer::bindConstants(const clang::FunctionDecl *function) {
  Location where = at(function->getLocation());
  std::map<std::string, int64_t> left = options.bindings;
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    std::string name = parameter->getNameAsString();
    auto found = left.find(name);
    if (found == left.end())
      continue;
    clang::QualType type = parameter->getType();
    if (!type->isIntegerType() || type->isBooleanType())
      return mlir::emitError(at(parameter->getLocation()))
             << "parameter '" << name << "' is bound to " << found->second
             << ", but its type '" << type.getAsString()
             << "' is not an integer type";
    Range range = rangeOfType(type);
    if (found->second < *range.low || found->second > *range.high)
      return mlir::emitError(at(parameter->getLocation()))
             << "parameter '" << name << "' is bound to " << found->second
             << ", which its type '" << type.getAsString() << "' does not hold";
    if (modifiedIn(function->getBody()).contains(parameter))
      return mlir::emitError(at(parameter->getLocation()))
             << "parameter '" << name
             << "' is bound to a value, but the function assigns it";
    bindings[parameter].known = Affine(dims.constant(found->second));
    fixed[parameter] = found->second;
    left.erase(found);
  }
  for (const auto &entry : options.extents) {
    bool isPointer = llvm::any_of(
        function->parameters(), [&](const clang::ParmVarDecl *parameter) {
          return parameter->getName() == entry.first &&
                 parameter->getOriginalType()->isPointerType();
        });
    if (!isPointer && !options.top.empty())
      return mlir::emitError(where)
             << "function '" << function->getName() << "' has no pointer '"
             << entry.first << "' to give extents to";
  }
  // Several functions may be imported; each binding serves one of them.
  if (left.empty() || options.top.empty())
    return success();
  return mlir::emitError(where)
         << "function '" << function->getName() << "' has no parameter '"
         << left.begin()->first << "' to bind";
}

/// What an interface pragma says of a port's elements: its depth; 0: nothing.
int64_t Importer::depthOf(const clang::FunctionDecl *function,
                          StringRef port) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::Stmt *body = function->getBody();
  for (const Pragma &pragma : pragmas) {
    auto named = pragma.keys.find("port"), depth = pragma.keys.find("depth");
    int64_t elements = 0;
    if (pragma.directive == "interface" && named != pragma.keys.end() &&
        named->second == port && depth != pragma.keys.end() &&
        !sources.isBeforeInTranslationUnit(pragma.where, body->getBeginLoc()) &&
        sources.isBeforeInTranslationUnit(pragma.where, body->getEndLoc()) &&
        !StringRef(depth->second).getAsInteger(10, elements))
      return elements;
  }
  return 0;
}

/// What a pointer points to: an array of given extents, or else one element.
FailureOr<MemRefType>
Importer::pointerType(const clang::FunctionDecl *function,
                      const clang::ParmVarDecl *parameter) {
  Location where = at(parameter->getLocation());
  StringRef name = parameter->getName();
  clang::QualType pointee = parameter->getOriginalType()->getPointeeType();
  if (pointee->isPointerType())
    return mlir::emitError(where)
           << "parameter '" << name
           << "' points to pointers; declare it as an array with constant "
              "extents";
  FailureOr<MemRefType> row = arrayType(pointee, name, where);
  if (failed(row))
    return failure();
  auto given = options.extents.find(name.str());
  std::vector<int64_t> extents;
  if (given != options.extents.end())
    extents = given->second;
  else if (int64_t depth = depthOf(function, name); depth > 0)
    extents = {depth / row->getNumElements()};
  bool isExact = given != options.extents.end() ||
                 depthOf(function, name) % row->getNumElements() == 0;
  if (extents.empty() && row->getRank() == 0)
    return *row;
  if (extents.empty())
    return mlir::emitError(where)
           << "parameter '" << name
           << "' points to an array of unknown size; give its extents with "
              "--extent "
           << name << "=<n>, or declare it as an array with constant extents";
  // A pointer to elements has one dimension, whatever is put into it.
  if (row->getRank() == 0)
    extents = {std::accumulate(extents.begin(), extents.end(), int64_t(1),
                               std::multiplies<int64_t>())};
  ArrayRef<int64_t> inner = row->getShape();
  if (!isExact || extents.front() < 1 ||
      (extents.size() != 1 && ArrayRef(extents).drop_front() != inner))
    return mlir::emitError(where)
           << "the extents given for parameter '" << name
           << "' do not fit its type '"
           << parameter->getOriginalType().getAsString() << "'";
  SmallVector<int64_t> shape{extents.front()};
  shape.append(inner.begin(), inner.end());
  return MemRefType::get(shape, row->getElementType());
}

/// The parameters that stay, with the types of the function's arguments.
FailureOr<SmallVector<Importer::Parameter>>
Importer::interface(const clang::FunctionDecl *function) {
  SmallVector<Parameter> result;
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    if (auto found = bindings.find(parameter);
        found != bindings.end() && found->second.known)
      continue;
    Location where = at(parameter->getLocation());
    clang::QualType original = parameter->getOriginalType();
    Type type;
    clang::QualType named = original.getNonReferenceType();
    if (original->isReferenceType() && !named->isArrayType()) {
      FailureOr<Type> scalar = scalarType(named, where);
      if (failed(scalar))
        return failure();
      type = MemRefType::get({}, *scalar); // it is set from here
    } else if (named->isArrayType()) {
      FailureOr<MemRefType> array =
          arrayType(named, parameter->getName(), where);
      if (failed(array))
        return failure();
      type = *array;
    } else if (original->isFunctionPointerType()) {
      return mlir::emitError(where) << "parameter '" << parameter->getName()
                                    << "': function pointers are not supported";
    } else if (original->isPointerType()) {
      FailureOr<MemRefType> array = pointerType(function, parameter);
      if (failed(array))
        return failure();
      type = *array;
    } else {
      FailureOr<Type> scalar = scalarType(original, where);
      if (failed(scalar))
        return failure();
      type = *scalar;
    }
    result.push_back({parameter, type});
  }
  return result;
}

LogicalResult Importer::bindParameter(const Parameter &parameter,
                                      BlockArgument argument) {
  Binding bound;
  bool assigned = modifiedIn(active.back()->getBody()).contains(parameter.decl);
  if (isa<MemRefType>(parameter.type)) {
    bool isReference = parameter.decl->getType()->isReferenceType();
    bound.place =
        Place{argument,
              {},
              !isReference && cast<MemRefType>(parameter.type).getRank() == 0};
    if (assigned && !isReference)
      return mlir::emitError(at(parameter.decl->getLocation()))
             << "the pointer '" << parameter.decl->getName()
             << "' is changed or its address is taken; pointer arithmetic is "
                "not supported, use subscripts";
  } else if (assigned) {
    bound.place =
        makeLocal(parameter.type, parameter.decl->getName(), argument.getLoc());
    store(argument, *bound.place, argument.getLoc());
  } else {
    bound.value = argument;
    clang::QualType type = parameter.decl->getType();
    if (type->isIntegerType() && !type->isBooleanType())
      bound.known = dims.add(indexOf(argument, type, argument.getLoc()),
                             rangeOfType(type));
  }
  bindings[parameter.decl] = bound;
  return success();
}

/// `bool`, or arrays, pointers and references of it.
static bool isBool(clang::QualType type) {
  while (true) {
    if (const auto *adjusted = type->getAs<clang::DecayedType>())
      type = adjusted->getOriginalType();
    if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (type->isPointerType() || type->isReferenceType())
      type = type->getPointeeType();
    else
      return type->isBooleanType();
  }
}

LogicalResult Importer::importTop(const clang::FunctionDecl *function) {
  active = {function};
  if (function->isVariadic())
    return mlir::emitError(at(function->getLocation()))
           << "function '" << function->getName()
           << "' is variadic, which is not supported";
  if (failed(bindConstants(function)))
    return failure();
  if (options.bindFromExtents)
    bindFromExtents(function);
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (parameter->getType()->isIntegerType() && !bindings.count(parameter))
      unbound.insert(parameter);
  FailureOr<SmallVector<Parameter>> parameters = interface(function);
  if (failed(parameters))
    return failure();
  SmallVector<Type> types;
  for (const Parameter &parameter : *parameters)
    types.push_back(parameter.type);
  if (!function->getReturnType()->isVoidType()) {
    FailureOr<Type> type =
        scalarType(function->getReturnType(), at(function->getLocation()));
    if (failed(type))
      return failure();
    types.push_back(MemRefType::get({}, *type)); // where the result goes
  }
  builder.setInsertionPointToEnd(module.getBody());
  auto func = func::FuncOp::create(builder, at(function->getLocation()),
                                   function->getName(),
                                   builder.getFunctionType(types, {}));
  entry = func.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  for (auto [index, parameter] : llvm::enumerate(*parameters)) {
    BlockArgument argument = entry->getArgument(index);
    argument.setLoc(at(parameter.decl->getLocation()));
    func.setArgAttr(index, hls::nameAttrName,
                    builder.getStringAttr(parameter.decl->getName()));
    if (isBool(parameter.decl->getType()))
      func.setArgAttr(index, hls::boolAttrName, builder.getUnitAttr());
    if (failed(bindParameter(parameter, argument)))
      return failure();
  }
  if (entry->getNumArguments() > parameters->size()) {
    entry->getArguments().back().setLoc(at(function->getLocation()));
    func.setArgAttr(parameters->size(), hls::nameAttrName,
                    builder.getStringAttr("result"));
  }
  if (failed(functionBody(function)))
    return failure();
  applyFunctionPragmas(function, func);
  removeDead(func);
  return success();
}

LogicalResult Importer::functionBody(const clang::FunctionDecl *function) {
  if (failed(statement(function->getBody())))
    return failure();
  Location where = at(function->getBody()->getEndLoc());
  if (!function->getReturnType()->isVoidType()) {
    MaybeValue value = result ? load(*result, where) : MaybeValue(returned);
    if (failed(value))
      return failure();
    if (!*value)
      return mlir::emitError(where)
             << "'" << function->getName() << "' returns no value";
    store(*value, Place{entry->getArguments().back(), {}}, where);
  }
  func::ReturnOp::create(builder, where);
  return success();
}

std::string Importer::reference(const clang::FunctionDecl *function) const {
  SmallVector<std::string> parameters, arguments;
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    std::string name = "p" + std::to_string(arguments.size());
    clang::QualType type = parameter->getType().getUnqualifiedType();
    auto bound = fixed.find(parameter);
    if (bound != fixed.end()) {
      arguments.push_back(std::to_string(bound->second));
      continue;
    }
    if (type->isPointerType() || type->isReferenceType()) {
      parameters.push_back("void *" + name);
      clang::QualType pointer = ast.getPointerType(type->getPointeeType());
      std::string cast =
          "(" + pointer.getAsString(ast.getPrintingPolicy()) + ")" + name;
      arguments.push_back(type->isReferenceType()       ? "*" + cast
                          : ast.getLangOpts().CPlusPlus ? cast
                                                        : name);
      continue;
    }
    arguments.push_back(name);
    parameters.push_back(type.getAsString(ast.getPrintingPolicy()) + " " +
                         name);
  }
  std::string assigned, name = function->getNameAsString();
  if (!function->getReturnType()->isVoidType()) {
    assigned = "*(" +
               function->getReturnType().getUnqualifiedType().getAsString(
                   ast.getPrintingPolicy()) +
               " *)result = ";
    parameters.push_back("void *result");
  }
  return std::string(ast.getLangOpts().CPlusPlus ? "extern \"C\" " : "") +
         "void " + name + "_reference(" +
         (parameters.empty() ? "void" : llvm::join(parameters, ", ")) +
         ") {\n  " + assigned + name + "(" + llvm::join(arguments, ", ") +
         ");\n}\n";
}

/// The argument for a parameter of `init_array`: `value` is the number that the
/// parameter of the same name of the top is bound to, or else `pointer` points
/// to what is to be set, of type `given`. Empty: there is none.
static std::string initArgument(clang::QualType wanted, clang::QualType given,
                                std::optional<int64_t> value,
                                const std::string &pointer,
                                const clang::ASTContext &ast) {
  const clang::PrintingPolicy &policy = ast.getPrintingPolicy();
  bool isCxx = ast.getLangOpts().CPlusPlus;
  bool byPointer = wanted->isPointerType();
  if (value) {
    std::string number = std::to_string(*value);
    if (!byPointer)
      return number;
    if (isCxx)
      return ""; // a value has no address
    return "(" +
           wanted->getPointeeType().getUnqualifiedType().getAsString(policy) +
           "[]){" + number + "}";
  }
  if (byPointer)
    return isCxx ? "(" + wanted.getUnqualifiedType().getAsString(policy) + ")" +
                       pointer
                 : pointer;
  wanted = wanted.getNonReferenceType();
  given = given.getNonReferenceType();
  if (wanted->isArrayType())
    return "*(" + ast.getPointerType(wanted).getAsString(policy) + ")" +
           pointer;
  if (given->isPointerType())
    given = given->getPointeeType();
  if (!given->isArithmeticType())
    return "";
  return "*(" + given.getUnqualifiedType().getAsString(policy) + " *)" +
         pointer;
}

std::string Importer::initializer(const clang::FunctionDecl *function,
                                  const clang::FunctionDecl *init,
                                  std::string &unused) const {
  SmallVector<std::string> parameters, arguments;
  std::map<std::string, std::pair<const clang::ParmVarDecl *, std::string>>
      given;
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    std::string name = "p" + std::to_string(given.size());
    given[parameter->getNameAsString()] = {parameter, name};
    if (!fixed.count(parameter))
      parameters.push_back("void *" + name);
  }
  if (!function->getReturnType()->isVoidType())
    parameters.push_back("void *result");
  for (const clang::ParmVarDecl *parameter : init->parameters()) {
    std::string argument;
    auto found = given.find(parameter->getNameAsString());
    if (found != given.end()) {
      auto [same, pointer] = found->second;
      auto bound = fixed.find(same);
      argument = initArgument(
          parameter->getType(), same->getType(),
          bound == fixed.end() ? std::nullopt : std::optional(bound->second),
          pointer, ast);
    }
    if (argument.empty()) {
      unused = "its parameter '" + parameter->getNameAsString() + "' " +
               (found == given.end() ? "is none of '" : "is an array of '") +
               function->getNameAsString() + "'";
      return "";
    }
    arguments.push_back(argument);
  }
  return std::string(ast.getLangOpts().CPlusPlus ? "extern \"C\" " : "") +
         "void " + function->getNameAsString() + "_init(" +
         (parameters.empty() ? "void" : llvm::join(parameters, ", ")) +
         ") {\n  " + init->getNameAsString() + "(" +
         llvm::join(arguments, ", ") + ");\n}\n";
}

/// Removes locals that are never read, with their stores, and values that
/// nothing uses.
void Importer::removeDead(func::FuncOp func) {
  bool changed = true;
  while (changed) {
    changed = false;
    func.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      bool unread = isa<memref::AllocaOp>(op) &&
                    llvm::all_of(op->getUses(), [](OpOperand &use) {
                      return isa<affine::AffineStoreOp, memref::StoreOp>(
                                 use.getOwner()) &&
                             use.getOperandNumber() == 1;
                    });
      if (unread)
        for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
          user->erase();
      if (unread || isOpTriviallyDead(op)) {
        op->erase();
        changed = true;
      }
    });
  }
}

} // namespace talos::frontend
