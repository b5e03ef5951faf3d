//===- Importer.h - Lowers one function of C and its callees ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One object a top function. Its members are grouped by grammar, a file a
// group; whatever fails has emitted its diagnostic at the place in the source.
//
// A scalar that is never assigned after its declaration is a value. Any other
// lives in memory, and beside it the affine value that it is known to hold is
// tracked, so that subscripts and bounds that go through variables stay affine.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_FRONTEND_C_IMPORTER_H
#define TALOS_LIB_FRONTEND_C_IMPORTER_H

#include "Frontend/C/Affine.h"
#include "Frontend/C/Pragmas.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "talos/Frontend/Import.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace talos::frontend {

/// A number type that the vendor's headers make a class of: `ap_int`, `half`.
bool isVendorNumber(llvm::StringRef name);
inline constexpr llvm::StringLiteral vendorNumberAdvice =
    ": arbitrary-precision and half types are not; use float, double or an "
    "integer of 8 to 64 bits";

/// An index value, affine if that is known.
struct Subscript {
  std::optional<Affine> affine;
  mlir::Value index; ///< where not affine
};

/// A scalar in memory, an array, or a part of one: `memref` with the leading
/// subscripts. As a pointer it points to the first element of the array, or,
/// with `toElement`, to the scalar itself.
struct Place {
  mlir::Value memref;
  llvm::SmallVector<Subscript> subscripts;
  bool toElement = false;

  mlir::MemRefType type() const {
    return mlir::cast<mlir::MemRefType>(memref.getType());
  }
  bool isScalar() const {
    return static_cast<int64_t>(subscripts.size()) == type().getRank();
  }
};

/// What a variable or parameter stands for.
struct Binding {
  mlir::Value value;           ///< of a scalar that does not change
  std::optional<Place> place;  ///< where it lives in memory
  std::optional<Affine> known; ///< the value that it holds now, if affine
};

/// What an assignment writes to: a variable, or a place that is none.
struct LValue {
  const clang::VarDecl *variable = nullptr;
  Place place;
};

using VariableSet = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

/// A loop that counts one variable by a constant.
struct CountedLoop {
  struct Limit {
    clang::BinaryOperatorKind relation; ///< variable `relation` bound
    const clang::Expr *bound;
    clang::QualType type; ///< in which both sides are compared
  };
  const clang::VarDecl *variable = nullptr;
  const clang::Expr *init = nullptr; ///< null: the value that it has
  llvm::SmallVector<Limit, 2> limits;
  int64_t step = 0;
  llvm::SmallVector<const clang::Stmt *> body;
  bool declares = false; ///< the variable belongs to the loop
  const clang::Stmt *whole = nullptr;
  const clang::Stmt *pragmas = nullptr; ///< the body that holds directives
};

class Importer {
public:
  Importer(clang::ASTContext &ast, const PragmaList &pragmas,
           const ImportOptions &options, mlir::ModuleOp module);

  /// Adds the function to the module.
  mlir::LogicalResult importTop(const clang::FunctionDecl *function);

  /// C text of `<name>_reference` (Import.h), after importTop.
  std::string reference(const clang::FunctionDecl *function) const;
  /// C text of `<name>_init` that calls `init`; empty if it cannot be called,
  /// and `unused` then says why.
  std::string initializer(const clang::FunctionDecl *function,
                          const clang::FunctionDecl *init,
                          std::string &unused) const;

private:
  using Values = llvm::SmallVector<mlir::Value>;
  using MaybeValue = mlir::FailureOr<mlir::Value>;

  // Diagnostics (Functions.cpp). `text` is the source of a node, shortened.
  mlir::Location at(clang::SourceLocation where) const;
  mlir::Location at(const clang::Stmt *node) const;
  mlir::InFlightDiagnostic error(const clang::Stmt *node) const;
  std::string text(const clang::Stmt *node) const;

  // Types.cpp
  mlir::FailureOr<mlir::Type> scalarType(clang::QualType type,
                                         mlir::Location where);
  mlir::FailureOr<mlir::MemRefType>
  arrayType(clang::QualType type, llvm::StringRef name, mlir::Location where);
  bool isUnsigned(clang::QualType type) const;
  Range rangeOfType(clang::QualType type) const;

  // AffineExprs.cpp. A null result leaves the reason in `why`.
  std::optional<Affine> affineOf(const clang::Expr *expr);
  std::optional<Affine> affineOfBinary(const clang::BinaryOperator *op);
  std::optional<Affine> affineOfDivision(const clang::BinaryOperator *op,
                                         const Affine &left,
                                         const Affine &right);
  std::optional<Affine> affineOfChoice(const clang::ConditionalOperator *op);
  std::optional<Affine> fitted(std::optional<Affine> value,
                               clang::QualType type, const clang::Expr *expr);
  std::nullopt_t notAffine(const clang::Expr *expr, llvm::StringRef reason);
  std::optional<int64_t> constantOf(const clang::Expr *expr);

  // Conditions.cpp
  struct Conjunction {
    llvm::SmallVector<mlir::AffineExpr> exprs; ///< >= 0, or == 0
    llvm::SmallVector<bool> equalities;
  };
  std::optional<Conjunction> conjunctionOf(const clang::Expr *expr,
                                           bool negated);
  MaybeValue condition(const clang::Expr *expr);
  MaybeValue compare(const clang::BinaryOperator *op);
  MaybeValue logical(const clang::BinaryOperator *op);
  MaybeValue isNotZero(mlir::Value value, mlir::Location where);
  bool isSpeculatable(const clang::Expr *expr, const clang::Expr *evaluated);
  bool isSafeAccess(const clang::ArraySubscriptExpr *access,
                    const clang::Expr *evaluated);
  std::optional<int64_t> extentOf(const clang::Expr *array);

  // Expressions.cpp
  MaybeValue rvalue(const clang::Expr *expr);
  MaybeValue castValue(const clang::CastExpr *expr);
  MaybeValue convert(mlir::Value value, clang::QualType from,
                     clang::QualType to, mlir::Location where);
  MaybeValue unary(const clang::UnaryOperator *op);
  MaybeValue increment(const clang::UnaryOperator *op);
  MaybeValue binary(const clang::BinaryOperator *op);
  MaybeValue arithmetic(clang::BinaryOperatorKind kind, mlir::Value left,
                        mlir::Value right, clang::QualType type,
                        const clang::Expr *expr);
  MaybeValue assign(const clang::BinaryOperator *op);
  MaybeValue compoundAssign(const clang::CompoundAssignOperator *op);
  MaybeValue choose(const clang::ConditionalOperator *op);
  mlir::affine::AffineIfOp makeAffineIf(const Conjunction &set,
                                        mlir::TypeRange results,
                                        mlir::Location where);
  mlir::Value constantLike(mlir::Type type, int64_t value,
                           mlir::Location where);
  mlir::Value integerOf(mlir::Value index, mlir::Type type,
                        mlir::Location where);
  mlir::Value indexOf(mlir::Value integer, clang::QualType type,
                      mlir::Location where);

  // Places.cpp
  mlir::FailureOr<Place> place(const clang::Expr *expr);
  mlir::FailureOr<Place> pointee(const clang::Expr *pointer);
  mlir::FailureOr<Place> element(const clang::ArraySubscriptExpr *expr);
  mlir::FailureOr<Binding *> binding(const clang::VarDecl *decl,
                                     mlir::Location where);
  MaybeValue load(const Place &place, mlir::Location where);
  void store(mlir::Value value, const Place &place, mlir::Location where);
  mlir::FailureOr<LValue> lvalue(const clang::Expr *expr);
  MaybeValue read(const LValue &lvalue, mlir::Location where);
  mlir::LogicalResult write(const LValue &lvalue, mlir::Value value,
                            std::optional<Affine> known, mlir::Location where);
  Place makeLocal(mlir::Type type, llvm::StringRef name, mlir::Location where);
  const clang::VarDecl *variableOf(const clang::Expr *expr) const;
  const clang::VarDecl *baseOf(const clang::Expr *expr) const;

  // Globals.cpp
  mlir::FailureOr<Binding *> global(const clang::VarDecl *decl,
                                    mlir::Location where);
  mlir::FailureOr<mlir::TypedAttr> initialValue(const clang::VarDecl *decl,
                                                mlir::MemRefType type,
                                                mlir::Location where);

  // Statements.cpp
  mlir::LogicalResult statement(const clang::Stmt *stmt);
  mlir::LogicalResult statements(llvm::ArrayRef<const clang::Stmt *> list);
  mlir::LogicalResult declaration(const clang::DeclStmt *stmt);
  mlir::LogicalResult local(const clang::VarDecl *decl);
  mlir::LogicalResult initialize(const Place &place, const clang::Expr *init);
  void fillZero(const Place &place, int64_t first, mlir::Location where);
  mlir::LogicalResult ifStatement(const clang::IfStmt *stmt,
                                  llvm::ArrayRef<const clang::Stmt *> rest);
  struct Branches {
    const clang::Stmt *whole;
    llvm::SmallVector<const clang::Stmt *> yes, no;
  };
  void enterIf(const clang::Expr *cond, mlir::Location where);
  mlir::LogicalResult choose(const clang::Expr *cond, const Branches &branches);
  mlir::LogicalResult bothBranches(mlir::Block *yes,
                                   llvm::ArrayRef<const clang::Stmt *> yesList,
                                   mlir::Block *no,
                                   llvm::ArrayRef<const clang::Stmt *> noList,
                                   const Branches &branches);
  mlir::LogicalResult returnStatement(const clang::ReturnStmt *stmt);
  mlir::LogicalResult effect(const clang::Expr *expr);

  // Loops.cpp
  mlir::LogicalResult forStatement(const clang::ForStmt *stmt);
  mlir::LogicalResult whileStatement(const clang::WhileStmt *stmt);
  mlir::LogicalResult doStatement(const clang::DoStmt *stmt);
  mlir::LogicalResult counted(const CountedLoop &loop, bool &done);
  std::optional<Affine> boundOf(const CountedLoop &loop, const Affine &start);
  bool fitsAffineFor(const CountedLoop &loop, const Affine &start,
                     const Affine &bound);
  mlir::LogicalResult affineLoop(const CountedLoop &loop, const Affine &start,
                                 const Affine &bound);
  mlir::LogicalResult loopBody(const CountedLoop &loop, mlir::Operation *op,
                               mlir::Block *block);
  mlir::LogicalResult setFinalValue(const CountedLoop &loop, mlir::Value first,
                                    mlir::Value trips);
  mlir::LogicalResult checkBounds(const clang::Expr *expr);
  void remark(const clang::Stmt *node, llvm::StringRef what);

  // ScfLoops.cpp
  mlir::LogicalResult plainLoop(const clang::Stmt *whole,
                                const clang::Expr *cond,
                                llvm::ArrayRef<const clang::Stmt *> body,
                                bool bodyFirst);
  mlir::LogicalResult scfLoop(const CountedLoop &loop);
  bool isCountable(const CountedLoop &loop);
  bool isInvariant(const clang::Expr *expr, const clang::Stmt *loop);
  bool writtenArrays(const clang::Stmt *stmt,
                     llvm::DenseSet<mlir::Value> &arrays);
  bool readsOnlyOthers(const clang::Stmt *stmt, const clang::Stmt *loop,
                       const llvm::DenseSet<mlir::Value> &written);

  // LoopShape.cpp: what a loop looks like, without lowering it.
  std::optional<CountedLoop> shapeOf(const clang::ForStmt *stmt);
  std::optional<CountedLoop> shapeOf(const clang::WhileStmt *stmt);
  bool addLimits(const clang::Expr *cond, CountedLoop &loop);
  bool readStep(const clang::Expr *inc, CountedLoop &loop);
  bool completeShape(const clang::Expr *cond, CountedLoop &loop);

  // Effects.cpp: what a subtree does to variables.
  const VariableSet &modifiedIn(const clang::Stmt *stmt);
  void forget(const clang::Stmt *stmt);
  bool leavesEarly(const clang::Stmt *stmt) const;
  bool alwaysReturns(const clang::Stmt *stmt) const;

  // Calls.cpp
  MaybeValue call(const clang::CallExpr *expr);
  MaybeValue mathCall(const clang::CallExpr *expr, llvm::StringRef name);
  MaybeValue inlined(const clang::CallExpr *expr,
                     const clang::FunctionDecl *callee);
  mlir::LogicalResult bindArgument(const clang::ParmVarDecl *parameter,
                                   const clang::Expr *argument,
                                   llvm::DenseSet<mlir::Value> &arrays);
  mlir::LogicalResult bindReference(const clang::ParmVarDecl *parameter,
                                    const clang::Expr *argument,
                                    llvm::DenseSet<mlir::Value> &arrays);
  mlir::LogicalResult checkShape(const clang::ParmVarDecl *parameter,
                                 const Place &target,
                                 const clang::Expr *argument);

  // Functions.cpp
  struct Parameter {
    const clang::ParmVarDecl *decl;
    mlir::Type type;
  };
  mlir::FailureOr<llvm::SmallVector<Parameter>>
  interface(const clang::FunctionDecl *function);
  mlir::FailureOr<mlir::MemRefType>
  pointerType(const clang::FunctionDecl *function,
              const clang::ParmVarDecl *parameter);
  int64_t depthOf(const clang::FunctionDecl *function,
                  llvm::StringRef port) const;
  mlir::LogicalResult bindConstants(const clang::FunctionDecl *function);
  mlir::LogicalResult bindParameter(const Parameter &parameter,
                                    mlir::BlockArgument argument);
  mlir::LogicalResult functionBody(const clang::FunctionDecl *function);
  void removeDead(mlir::func::FuncOp func);

  // Extents.cpp
  void bindFromExtents(const clang::FunctionDecl *function);

  // Directives.cpp
  void applyLoopPragmas(const clang::Stmt *body, mlir::Operation *loop);
  void applyFunctionPragmas(const clang::FunctionDecl *function,
                            mlir::func::FuncOp func);
  void partitionLocal(const Pragma &pragma, mlir::func::FuncOp func,
                      llvm::function_ref<void(const llvm::Twine &)> leaveOut);
  void setInterface(const Pragma &pragma, mlir::func::FuncOp func,
                    llvm::function_ref<void(const llvm::Twine &)> leaveOut);

  clang::ASTContext &ast;
  const PragmaList &pragmas;
  const ImportOptions &options;
  mutable mlir::ModuleOp module;
  mlir::OpBuilder builder;
  Dimensions dims;
  mlir::Block *entry = nullptr; ///< of the top function: locals go there
  llvm::DenseMap<const clang::VarDecl *, Binding> bindings;
  llvm::DenseMap<const clang::Stmt *, VariableSet> modified;
  /// Parameters of the top that are, and their values.
  llvm::DenseMap<const clang::ParmVarDecl *, int64_t> fixed;
  /// Parameters of the top that are not bound, and so must not bound a loop.
  VariableSet unbound;
  /// The functions that are being inlined, the top first.
  llvm::SmallVector<const clang::FunctionDecl *> active;
  std::optional<Place> result; ///< where the active callee puts its value
  mlir::Value returned;        ///< or the value itself
  unsigned loopDepth = 0;      ///< of loops of the active function
  bool inBranch = false;       ///< of an if of the active function
  std::string why;             ///< the last reason of notAffine
};

} // namespace talos::frontend

#endif // TALOS_LIB_FRONTEND_C_IMPORTER_H
