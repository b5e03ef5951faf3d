//===- Ast.cpp - From a schedule to loops, through isl's AST --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "isl/ast_build.h"

using namespace mlir;

namespace talos::poly {
namespace {

using Exprs = SmallVector<AffineExpr>;

/// Converts isl's AST. The first thing that affine cannot say sets `why`; from
/// then on the results are meaningless and buildAst returns none.
class AstConverter {
public:
  AstConverter(const Scop::Impl &scop, const OuterLoops &outer,
               std::string &why)
      : scop(scop), context(scop.func->getContext()), why(why),
        values(outer.values), depth(outer.ivs.size()), outerTimes(outer.times) {
    for (auto [i, id] : llvm::enumerate(scop.paramIds))
      values[id] = getAffineSymbolExpr(i, context);
  }

  AstNode convert(const isl::ast_node &node);

private:
  AstNode convertBlock(const isl::ast_node &node);
  AstNode convertFor(const isl::ast_node &node);
  AstNode convertIf(const isl::ast_node &node);
  AstNode convertCall(const isl::ast_node &node);

  AffineExpr expr(const isl::ast_expr &e);
  AffineExpr operation(const isl::ast_expr &e);
  /// The expressions whose maximum (`op` = max) or minimum is `e`.
  Exprs list(const isl::ast_expr &e, isl_ast_expr_op_type op);
  std::vector<AstConjunction> condition(const isl::ast_expr &e);
  AstConjunction comparison(const isl::ast_expr &e);

  static isl::ast_expr arg(const isl::ast_expr &e, int i) {
    return isl::manage(isl_ast_expr_op_get_arg(e.get(), i));
  }
  static int numArgs(const isl::ast_expr &e) {
    return isl_ast_expr_op_get_n_arg(e.get());
  }
  static std::optional<isl_ast_expr_op_type> opType(const isl::ast_expr &e) {
    if (isl_ast_expr_get_type(e.get()) != isl_ast_expr_op)
      return std::nullopt;
    return isl_ast_expr_op_get_type(e.get());
  }
  static std::string idName(const isl::ast_expr &e) {
    isl::id id = isl::manage(isl_ast_expr_id_get_id(e.get()));
    return isl_id_get_name(id.get());
  }
  AffineExpr fail(const isl::ast_expr &e) {
    if (why.empty()) {
      char *text = isl_ast_expr_to_C_str(e.get());
      why = std::string("schedule needs the expression '") +
            (text ? text : "?") + "', which is not affine";
      free(text);
    }
    return getAffineConstantExpr(0, context);
  }

  const Scop::Impl &scop;
  MLIRContext *context;
  std::string &why;
  llvm::StringMap<AffineExpr> values; ///< of parameters and iterators in scope
  unsigned depth, outerTimes;
};

/// Of the loop over the time at a position that isl schedules.
constexpr StringLiteral iteratorPrefix = "_time";

AffineExpr AstConverter::operation(const isl::ast_expr &e) {
  switch (*opType(e)) {
  case isl_ast_expr_op_minus:
    return -expr(arg(e, 0));
  case isl_ast_expr_op_add:
    return expr(arg(e, 0)) + expr(arg(e, 1));
  case isl_ast_expr_op_sub:
    return expr(arg(e, 0)) - expr(arg(e, 1));
  case isl_ast_expr_op_mul: {
    AffineExpr lhs = expr(arg(e, 0)), rhs = expr(arg(e, 1));
    return lhs.isSymbolicOrConstant() || rhs.isSymbolicOrConstant() ? lhs * rhs
                                                                    : fail(e);
  }
  case isl_ast_expr_op_div: // exact
  case isl_ast_expr_op_fdiv_q:
  case isl_ast_expr_op_pdiv_q:
    return expr(arg(e, 0)).floorDiv(expr(arg(e, 1)));
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r: // compared with zero only
    return expr(arg(e, 0)) % expr(arg(e, 1));
  default:
    return fail(e);
  }
}

AffineExpr AstConverter::expr(const isl::ast_expr &e) {
  switch (isl_ast_expr_get_type(e.get())) {
  case isl_ast_expr_int: {
    auto value = toInt(isl::manage(isl_ast_expr_int_get_val(e.get())));
    return value ? getAffineConstantExpr(*value, context) : fail(e);
  }
  case isl_ast_expr_id: {
    auto it = values.find(idName(e));
    return it == values.end() ? fail(e) : it->second;
  }
  case isl_ast_expr_op:
    return operation(e);
  default:
    return fail(e);
  }
}

Exprs AstConverter::list(const isl::ast_expr &e, isl_ast_expr_op_type op) {
  auto type = opType(e);
  if (type == op) {
    Exprs all;
    for (int i = 0; i < numArgs(e); ++i)
      llvm::append_range(all, list(arg(e, i), op));
    return all;
  }
  // max(a, b) + c = max(a + c, b + c)
  if (type == isl_ast_expr_op_add || type == isl_ast_expr_op_sub) {
    Exprs all = list(arg(e, 0), op);
    AffineExpr offset = expr(arg(e, 1));
    for (AffineExpr &item : all)
      item = type == isl_ast_expr_op_add ? item + offset : item - offset;
    return all;
  }
  return {expr(e)};
}

AstConjunction AstConverter::comparison(const isl::ast_expr &e) {
  auto type = opType(e);
  isl::ast_expr small = arg(e, 0), large = arg(e, 1);
  if (type == isl_ast_expr_op_ge || type == isl_ast_expr_op_gt)
    std::swap(small, large);
  if (type == isl_ast_expr_op_eq)
    return {{expr(large) - expr(small), true}};
  int64_t slack =
      type == isl_ast_expr_op_lt || type == isl_ast_expr_op_gt ? 1 : 0;
  AstConjunction all;
  for (AffineExpr low : list(small, isl_ast_expr_op_max))
    for (AffineExpr high : list(large, isl_ast_expr_op_min))
      all.push_back({high - low - slack, false});
  return all;
}

std::vector<AstConjunction> AstConverter::condition(const isl::ast_expr &e) {
  auto type = opType(e);
  if (!type) {
    // isl folds a condition that always holds, or never, to 1 or 0.
    return {{{expr(e) - 1, false}}};
  }
  switch (*type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then: {
    std::vector<AstConjunction> all{{}};
    for (int i = 0; i < numArgs(e); ++i) {
      std::vector<AstConjunction> product;
      for (const AstConjunction &left : all)
        for (const AstConjunction &right : condition(arg(e, i))) {
          product.push_back(left);
          llvm::append_range(product.back(), right);
        }
      all = std::move(product);
    }
    return all;
  }
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else: {
    std::vector<AstConjunction> all;
    for (int i = 0; i < numArgs(e); ++i)
      llvm::append_range(all, condition(arg(e, i)));
    return all;
  }
  case isl_ast_expr_op_eq:
  case isl_ast_expr_op_le:
  case isl_ast_expr_op_lt:
  case isl_ast_expr_op_ge:
  case isl_ast_expr_op_gt:
    return {comparison(e)};
  default:
    fail(e);
    return {};
  }
}

AstNode AstConverter::convertBlock(const isl::ast_node &node) {
  AstNode result;
  isl::ast_node_list list =
      isl::manage(isl_ast_node_block_get_children(node.get()));
  for (isl_size i = 0; i < isl_ast_node_list_n_ast_node(list.get()); ++i)
    result.children.push_back(
        convert(isl::manage(isl_ast_node_list_get_ast_node(list.get(), i))));
  return result;
}

AstNode AstConverter::convertFor(const isl::ast_node &node) {
  isl::ast_expr iterator =
      isl::manage(isl_ast_node_for_get_iterator(node.get()));
  isl::ast_expr init = isl::manage(isl_ast_node_for_get_init(node.get()));
  isl::ast_node body = isl::manage(isl_ast_node_for_get_body(node.get()));
  std::string name = idName(iterator);
  if (isl_ast_node_for_is_degenerate(node.get()) == isl_bool_true) {
    values[name] = expr(init);
    return convert(body);
  }
  AstNode result;
  result.kind = AstNode::For;
  StringRef(name)
      .drop_front(iteratorPrefix.size())
      .getAsInteger(10, result.position);
  result.position += outerTimes;
  result.lower = list(init, isl_ast_expr_op_max);
  isl::ast_expr cond = isl::manage(isl_ast_node_for_get_cond(node.get()));
  isl::ast_expr inc = isl::manage(isl_ast_node_for_get_inc(node.get()));
  auto step = dyn_cast<AffineConstantExpr>(expr(inc));
  auto type = opType(cond);
  if (!step || (type != isl_ast_expr_op_le && type != isl_ast_expr_op_lt)) {
    fail(cond);
    return result;
  }
  result.step = step.getValue();
  result.upper = list(arg(cond, 1), isl_ast_expr_op_min);
  if (type == isl_ast_expr_op_le)
    for (AffineExpr &bound : result.upper)
      bound = bound + 1;
  values[name] = getAffineDimExpr(depth++, context);
  result.children.push_back(convert(body));
  --depth;
  return result;
}

AstNode AstConverter::convertIf(const isl::ast_node &node) {
  AstNode result;
  result.kind = AstNode::If;
  result.condition =
      condition(isl::manage(isl_ast_node_if_get_cond(node.get())));
  result.children.push_back(
      convert(isl::manage(isl_ast_node_if_get_then_node(node.get()))));
  if (isl_ast_node_if_has_else_node(node.get()) == isl_bool_true)
    result.children.push_back(
        convert(isl::manage(isl_ast_node_if_get_else_node(node.get()))));
  return result;
}

AstNode AstConverter::convertCall(const isl::ast_node &node) {
  isl::ast_expr call = isl::manage(isl_ast_node_user_get_expr(node.get()));
  std::string name = idName(arg(call, 0));
  AstNode result;
  result.kind = AstNode::Call;
  result.statement = llvm::find_if(scop.statements,
                                   [&](const Statement &statement) {
                                     return statement.name == name;
                                   }) -
                     scop.statements.begin();
  for (int i = 1; i < numArgs(call); ++i)
    result.iterators.push_back(expr(arg(call, i)));
  return result;
}

AstNode AstConverter::convert(const isl::ast_node &node) {
  switch (isl_ast_node_get_type(node.get())) {
  case isl_ast_node_block:
    return convertBlock(node);
  case isl_ast_node_for:
    return convertFor(node);
  case isl_ast_node_if:
    return convertIf(node);
  case isl_ast_node_user:
    return convertCall(node);
  default:
    if (why.empty())
      why = "isl generated no code for the schedule";
    return {};
  }
}

} // namespace

/// Every statement has one value for the time at `dim`: an order, no loop.
static bool isOrder(const Times &times, unsigned dim) {
  return llvm::all_of(times, [&](const isl::map &time) {
    return time.is_null() || toInt(isl::manage(isl_map_plain_get_val_if_fixed(
                                 time.get(), isl_dim_out, dim)));
  });
}

/// Options of isl's code generation: one loop for each time.
static isl::union_map wholeLoopOptions(const Scop::Impl &scop,
                                       const Times &times) {
  isl::union_map options = isl::union_map::empty(scop.islContext());
  auto first = llvm::find_if(
      times, [](const isl::map &time) { return !time.is_null(); });
  unsigned size =
      first == times.end() ? 0 : isl_map_dim(first->get(), isl_dim_out);
  Strings dims;
  for (unsigned d = 0; d < size; ++d)
    dims.push_back("x" + std::to_string(d));
  for (unsigned d = 0; d < size; ++d)
    if (!isOrder(times, d))
      options = options.unite(isl::union_map(
          scop.islContext(), "{ [" + commaList(dims) + "] -> atomic[" +
                                 std::to_string(d) + "] }"));
  return options;
}

/// The names of the iterators that isl makes.
static isl::id_list iteratorsOf(isl::ctx ctx, const Times &times) {
  unsigned length = 0;
  for (const isl::map &time : times)
    if (!time.is_null())
      length = isl_map_dim(time.get(), isl_dim_out);
  isl::id_list names(ctx, length);
  for (unsigned i = 0; i < length; ++i)
    names = names.add(isl::id(ctx, (iteratorPrefix + Twine(i)).str()));
  return names;
}

std::optional<AstNode> buildAst(const Scop::Impl &scop, const Times &times,
                                const OuterLoops &outer, bool wholeLoops,
                                std::string &why) {
  isl::union_map schedule = isl::union_map::empty(scop.islContext());
  for (const isl::map &time : times)
    if (!time.is_null())
      schedule = schedule.unite(time);
  isl_ctx *ctx = scop.ctx.get();
  isl_options_set_ast_build_detect_min_max(ctx, 1);
  isl_options_set_ast_build_atomic_upper_bound(ctx, 1);
  isl::ast_build build =
      isl::manage(isl_ast_build_from_context(outer.context.copy()));
  build = isl::manage(isl_ast_build_set_iterators(
      build.release(), iteratorsOf(scop.islContext(), times).release()));
  if (wholeLoops)
    build = isl::manage(isl_ast_build_set_options(
        build.release(), wholeLoopOptions(scop, times).release()));
  isl::ast_node root = isl::manage(
      isl_ast_build_node_from_schedule_map(build.get(), schedule.copy()));
  if (root.is_null()) {
    why = "isl generated no code for the schedule";
    return std::nullopt;
  }
  AstNode result = AstConverter(scop, outer, why).convert(root);
  return why.empty() ? std::optional<AstNode>(std::move(result)) : std::nullopt;
}

} // namespace talos::poly
