// A while loop that carries its counter.
func.func @count(%A: memref<64xf32>) {
  %c = arith.constant 1.0 : f32
  %lb = arith.constant 0 : index
  %ub = arith.constant 64 : index
  %s = arith.constant 1 : index
  scf.while (%i = %lb) : (index) -> index {
    %b = arith.cmpi slt, %i, %ub : index
    scf.condition(%b) %i : index
  } do { ^bb0(%i: index):
    memref.store %c, %A[%i] : memref<64xf32>
    %n = arith.addi %i, %s : index
    scf.yield %n : index
  }
  return
}
