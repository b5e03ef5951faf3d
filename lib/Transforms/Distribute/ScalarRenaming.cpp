//===- ScalarRenaming.cpp - A local scalar for each use of one ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/ScalarRenaming.h"
#include "Transforms/Schedule/StripMining.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Names.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::poly;

/// The read and the write of a statement as elements of equivalence classes.
static unsigned readOf(unsigned statement) { return 2 * statement; }
static unsigned writeOf(unsigned statement) { return 2 * statement + 1; }

/// By readOf and writeOf. What no value connects with a read, such as a write
/// that nothing reads, is left in the first web.
static llvm::IntEqClasses websOf(const Scop &scop, unsigned array) {
  unsigned statements = scop.statements().size();
  llvm::IntEqClasses webs(2 * statements);
  llvm::SmallBitVector connected(2 * statements);
  for (const Dependence &dependence : scop.dependences())
    if (dependence.array == array && dependence.kind == DependenceKind::RAW) {
      webs.join(writeOf(dependence.source), readOf(dependence.target));
      connected.set(writeOf(dependence.source));
      connected.set(readOf(dependence.target));
    }
  int first = connected.find_first();
  for (unsigned element = 0; first >= 0 && element < connected.size();
       ++element)
    if (!connected[element])
      webs.join(element, first);
  webs.compress();
  return webs;
}

/// `count` more arrays like `alloc`, freed where it is.
static SmallVector<Value> copiesOf(memref::AllocOp alloc, unsigned count) {
  OpBuilder builder(alloc->getContext());
  builder.setInsertionPointAfter(alloc);
  SmallVector<Value> copies;
  for (unsigned i = 0; i < count; ++i)
    copies.push_back(builder.clone(*alloc)->getResult(0));
  for (Operation *user : llvm::to_vector(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user)) {
      builder.setInsertionPointAfter(user);
      for (Value copy : copies)
        memref::DeallocOp::create(builder, user->getLoc(), copy);
    }
  return copies;
}

static bool split(const Scop &scop, unsigned array, memref::AllocOp alloc) {
  llvm::IntEqClasses webs = websOf(scop, array);
  if (webs.getNumClasses() < 2)
    return false;
  SmallVector<Value> arrays = copiesOf(alloc, webs.getNumClasses() - 1);
  arrays.insert(arrays.begin(), alloc.getResult());
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    for (AffineLoadOp load : statement.loads())
      if (load.getMemRef() == alloc.getResult())
        load.setMemRef(arrays[webs[readOf(s)]]);
    if (AffineStoreOp store = statement.store;
        store && store.getMemRef() == alloc.getResult())
      store.setMemRef(arrays[webs[writeOf(s)]]);
  }
  return true;
}

bool talos::splitScalars(const Scop &scop) {
  bool any = false;
  for (auto [a, array] : llvm::enumerate(scop.arrays())) {
    auto alloc = array.value.getDefiningOp<memref::AllocOp>();
    if (alloc && losesDimension(alloc.getType()) && !scop.isLiveIn(a) &&
        llvm::none_of(alloc->getUsers(), hls::isRegionCall))
      any |= split(scop, a, alloc);
  }
  if (any)
    nameAll(scop.function());
  return any;
}
