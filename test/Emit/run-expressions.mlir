// Every supported operation: the emitted kernel and the emitted golden function
// agree bit for bit with the source lowered by upstream MLIR and clang.
// RUN: rm -rf %t && mkdir %t
// RUN: hls-translate --emit-hlscpp %s -o %t/expr.cpp
// RUN: hls-translate --emit-hls-header %s -o %t/expr.h
// RUN: hls-translate --emit-hls-golden %s -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %s -o %t/tb.cpp
// RUN: g++ %csim_flags %t/expr.cpp %t/golden.cpp %t/tb.cpp -o %t/golden
// RUN: %t/golden | FileCheck %s
// RUN: sed -e '/^\/\/ TOP/,$d' -e 's/ *{hls.name = "[a-z]*"}//;s/attributes {hls.reference_of = @expr}//' %s > %t/source.mlir
// RUN: mlir-opt %t/source.mlir --lower-affine --convert-scf-to-cf \
// RUN:   --arith-expand --expand-strided-metadata --convert-math-to-llvm --convert-math-to-libm --finalize-memref-to-llvm \
// RUN:   --convert-func-to-llvm=use-bare-ptr-memref-call-conv=1 --convert-arith-to-llvm \
// RUN:   --convert-cf-to-llvm --convert-index-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir -o %t/source.ll
// RUN: clang-22 -O1 -ffp-contract=off -Wno-override-module -c %t/source.ll -o %t/source.o
// RUN: g++ %csim_flags %t/expr.cpp %t/source.o %t/tb.cpp -o %t/lowered
// RUN: %t/lowered | FileCheck %s
// CHECK: out: 0 of 96 elements differ
// CHECK-NEXT: iout: 0 of 96 elements differ
// CHECK: PASS

func.func @expr_reference(
    %x: memref<16xf32> {hls.name = "x"},
    %n: memref<16xi32> {hls.name = "n"},
    %u: memref<16xi8> {hls.name = "u"},
    %out: memref<96xf32> {hls.name = "out"},
    %iout: memref<96xi32> {hls.name = "iout"})
    attributes {hls.reference_of = @expr} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %fa = affine.load %x[0] : memref<16xf32>
  %fb = affine.load %x[1] : memref<16xf32>
  %fc = affine.load %x[2] : memref<16xf32>
  %v1 = arith.addf %fb, %fc : f32
  %v2 = arith.addf %fa, %v1 : f32
  affine.store %v2, %out[0] : memref<96xf32>
  %v3 = arith.addf %fa, %fb : f32
  %v4 = arith.addf %v3, %fc : f32
  affine.store %v4, %out[1] : memref<96xf32>
  %v5 = arith.addf %fb, %fc : f32
  %v6 = arith.subf %fa, %v5 : f32
  affine.store %v6, %out[2] : memref<96xf32>
  %v7 = arith.addf %fa, %fb : f32
  %v8 = arith.subf %v7, %fc : f32
  affine.store %v8, %out[3] : memref<96xf32>
  %v9 = arith.addf %fb, %fc : f32
  %v10 = arith.mulf %fa, %v9 : f32
  affine.store %v10, %out[4] : memref<96xf32>
  %v11 = arith.addf %fa, %fb : f32
  %v12 = arith.mulf %v11, %fc : f32
  affine.store %v12, %out[5] : memref<96xf32>
  %v13 = arith.addf %fb, %fc : f32
  %v14 = arith.divf %fa, %v13 : f32
  affine.store %v14, %out[6] : memref<96xf32>
  %v15 = arith.addf %fa, %fb : f32
  %v16 = arith.divf %v15, %fc : f32
  affine.store %v16, %out[7] : memref<96xf32>
  %v17 = arith.subf %fb, %fc : f32
  %v18 = arith.addf %fa, %v17 : f32
  affine.store %v18, %out[8] : memref<96xf32>
  %v19 = arith.subf %fa, %fb : f32
  %v20 = arith.addf %v19, %fc : f32
  affine.store %v20, %out[9] : memref<96xf32>
  %v21 = arith.subf %fb, %fc : f32
  %v22 = arith.subf %fa, %v21 : f32
  affine.store %v22, %out[10] : memref<96xf32>
  %v23 = arith.subf %fa, %fb : f32
  %v24 = arith.subf %v23, %fc : f32
  affine.store %v24, %out[11] : memref<96xf32>
  %v25 = arith.subf %fb, %fc : f32
  %v26 = arith.mulf %fa, %v25 : f32
  affine.store %v26, %out[12] : memref<96xf32>
  %v27 = arith.subf %fa, %fb : f32
  %v28 = arith.mulf %v27, %fc : f32
  affine.store %v28, %out[13] : memref<96xf32>
  %v29 = arith.subf %fb, %fc : f32
  %v30 = arith.divf %fa, %v29 : f32
  affine.store %v30, %out[14] : memref<96xf32>
  %v31 = arith.subf %fa, %fb : f32
  %v32 = arith.divf %v31, %fc : f32
  affine.store %v32, %out[15] : memref<96xf32>
  %v33 = arith.mulf %fb, %fc : f32
  %v34 = arith.addf %fa, %v33 : f32
  affine.store %v34, %out[16] : memref<96xf32>
  %v35 = arith.mulf %fa, %fb : f32
  %v36 = arith.addf %v35, %fc : f32
  affine.store %v36, %out[17] : memref<96xf32>
  %v37 = arith.mulf %fb, %fc : f32
  %v38 = arith.subf %fa, %v37 : f32
  affine.store %v38, %out[18] : memref<96xf32>
  %v39 = arith.mulf %fa, %fb : f32
  %v40 = arith.subf %v39, %fc : f32
  affine.store %v40, %out[19] : memref<96xf32>
  %v41 = arith.mulf %fb, %fc : f32
  %v42 = arith.mulf %fa, %v41 : f32
  affine.store %v42, %out[20] : memref<96xf32>
  %v43 = arith.mulf %fa, %fb : f32
  %v44 = arith.mulf %v43, %fc : f32
  affine.store %v44, %out[21] : memref<96xf32>
  %v45 = arith.mulf %fb, %fc : f32
  %v46 = arith.divf %fa, %v45 : f32
  affine.store %v46, %out[22] : memref<96xf32>
  %v47 = arith.mulf %fa, %fb : f32
  %v48 = arith.divf %v47, %fc : f32
  affine.store %v48, %out[23] : memref<96xf32>
  %v49 = arith.divf %fb, %fc : f32
  %v50 = arith.addf %fa, %v49 : f32
  affine.store %v50, %out[24] : memref<96xf32>
  %v51 = arith.divf %fa, %fb : f32
  %v52 = arith.addf %v51, %fc : f32
  affine.store %v52, %out[25] : memref<96xf32>
  %v53 = arith.divf %fb, %fc : f32
  %v54 = arith.subf %fa, %v53 : f32
  affine.store %v54, %out[26] : memref<96xf32>
  %v55 = arith.divf %fa, %fb : f32
  %v56 = arith.subf %v55, %fc : f32
  affine.store %v56, %out[27] : memref<96xf32>
  %v57 = arith.divf %fb, %fc : f32
  %v58 = arith.mulf %fa, %v57 : f32
  affine.store %v58, %out[28] : memref<96xf32>
  %v59 = arith.divf %fa, %fb : f32
  %v60 = arith.mulf %v59, %fc : f32
  affine.store %v60, %out[29] : memref<96xf32>
  %v61 = arith.divf %fb, %fc : f32
  %v62 = arith.divf %fa, %v61 : f32
  affine.store %v62, %out[30] : memref<96xf32>
  %v63 = arith.divf %fa, %fb : f32
  %v64 = arith.divf %v63, %fc : f32
  affine.store %v64, %out[31] : memref<96xf32>
  %v65 = arith.negf %fa : f32
  %v66 = arith.negf %v65 : f32
  affine.store %v66, %out[32] : memref<96xf32>
  %v67 = arith.addf %fa, %fb : f32
  %v68 = arith.negf %v67 : f32
  %v69 = arith.subf %fc, %v68 : f32
  affine.store %v69, %out[33] : memref<96xf32>
  %cm = arith.constant -1.5 : f32
  %ct = arith.constant 0.1 : f32
  %big = arith.constant 3.4028234663852886E+38 : f32
  %tiny = arith.constant 1.401298464324817E-45 : f32
  %cd = arith.constant 0.1 : f64
  %neg0 = arith.constant -0.0 : f32
  %pos0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %v70 = arith.subf %fa, %cm : f32
  affine.store %v70, %out[34] : memref<96xf32>
  %v71 = arith.mulf %fa, %ct : f32
  affine.store %v71, %out[35] : memref<96xf32>
  %v72 = arith.mulf %fa, %big : f32
  %v73 = arith.divf %v72, %big : f32
  affine.store %v73, %out[36] : memref<96xf32>
  affine.store %big, %out[37] : memref<96xf32>
  affine.store %tiny, %out[38] : memref<96xf32>
  %xd = arith.extf %fa : f32 to f64
  %v74 = arith.mulf %xd, %cd : f64
  %xf = arith.truncf %v74 : f64 to f32
  affine.store %xf, %out[39] : memref<96xf32>
  %v75 = arith.cmpf oeq, %fa, %fb : f32
  %v76 = arith.select %v75, %fa, %ct : f32
  affine.store %v76, %out[40] : memref<96xf32>
  %v77 = arith.cmpf ogt, %fa, %fb : f32
  %v78 = arith.select %v77, %fa, %ct : f32
  affine.store %v78, %out[41] : memref<96xf32>
  %v79 = arith.cmpf oge, %fa, %fb : f32
  %v80 = arith.select %v79, %fa, %ct : f32
  affine.store %v80, %out[42] : memref<96xf32>
  %v81 = arith.cmpf olt, %fa, %fb : f32
  %v82 = arith.select %v81, %fa, %ct : f32
  affine.store %v82, %out[43] : memref<96xf32>
  %v83 = arith.cmpf ole, %fa, %fb : f32
  %v84 = arith.select %v83, %fa, %ct : f32
  affine.store %v84, %out[44] : memref<96xf32>
  %v85 = arith.cmpf one, %fa, %fb : f32
  %v86 = arith.select %v85, %fa, %ct : f32
  affine.store %v86, %out[45] : memref<96xf32>
  %v87 = arith.cmpf ord, %fa, %fb : f32
  %v88 = arith.select %v87, %fa, %ct : f32
  affine.store %v88, %out[46] : memref<96xf32>
  %v89 = arith.cmpf ueq, %fa, %fb : f32
  %v90 = arith.select %v89, %fa, %ct : f32
  affine.store %v90, %out[47] : memref<96xf32>
  %v91 = arith.cmpf ugt, %fa, %fb : f32
  %v92 = arith.select %v91, %fa, %ct : f32
  affine.store %v92, %out[48] : memref<96xf32>
  %v93 = arith.cmpf uge, %fa, %fb : f32
  %v94 = arith.select %v93, %fa, %ct : f32
  affine.store %v94, %out[49] : memref<96xf32>
  %v95 = arith.cmpf ult, %fa, %fb : f32
  %v96 = arith.select %v95, %fa, %ct : f32
  affine.store %v96, %out[50] : memref<96xf32>
  %v97 = arith.cmpf ule, %fa, %fb : f32
  %v98 = arith.select %v97, %fa, %ct : f32
  affine.store %v98, %out[51] : memref<96xf32>
  %v99 = arith.cmpf une, %fa, %fb : f32
  %v100 = arith.select %v99, %fa, %ct : f32
  affine.store %v100, %out[52] : memref<96xf32>
  %v101 = arith.cmpf uno, %fa, %fb : f32
  %v102 = arith.select %v101, %fa, %ct : f32
  affine.store %v102, %out[53] : memref<96xf32>
  %v103 = arith.maximumf %fa, %fb : f32
  affine.store %v103, %out[54] : memref<96xf32>
  %v104 = arith.maximumf %neg0, %pos0 : f32
  %v105 = math.copysign %fa, %v104 : f32
  affine.store %v105, %out[55] : memref<96xf32>
  %v106 = arith.minimumf %fa, %fb : f32
  affine.store %v106, %out[56] : memref<96xf32>
  %v107 = arith.minimumf %neg0, %pos0 : f32
  %v108 = math.copysign %fa, %v107 : f32
  affine.store %v108, %out[57] : memref<96xf32>
  %v109 = arith.maxnumf %fa, %fb : f32
  affine.store %v109, %out[58] : memref<96xf32>
  %v110 = arith.maxnumf %neg0, %pos0 : f32
  %v111 = math.copysign %fa, %v110 : f32
  affine.store %v111, %out[59] : memref<96xf32>
  %v112 = arith.minnumf %fa, %fb : f32
  affine.store %v112, %out[60] : memref<96xf32>
  %v113 = arith.minnumf %neg0, %pos0 : f32
  %v114 = math.copysign %fa, %v113 : f32
  affine.store %v114, %out[61] : memref<96xf32>
  %v115 = arith.remf %fc, %ct : f32
  affine.store %v115, %out[62] : memref<96xf32>
  %v116 = math.sqrt %fb : f32
  affine.store %v116, %out[63] : memref<96xf32>
  %v117 = math.absf %fb : f32
  affine.store %v117, %out[64] : memref<96xf32>
  %v118 = math.floor %fb : f32
  affine.store %v118, %out[65] : memref<96xf32>
  %v119 = math.ceil %fb : f32
  affine.store %v119, %out[66] : memref<96xf32>
  %v120 = math.round %fb : f32
  affine.store %v120, %out[67] : memref<96xf32>
  %v121 = math.trunc %fb : f32
  affine.store %v121, %out[68] : memref<96xf32>
  %v122 = math.exp %fb : f32
  affine.store %v122, %out[69] : memref<96xf32>
  %v123 = math.log %fb : f32
  affine.store %v123, %out[70] : memref<96xf32>
  %v124 = math.sin %fb : f32
  affine.store %v124, %out[71] : memref<96xf32>
  %v125 = math.tanh %fb : f32
  affine.store %v125, %out[72] : memref<96xf32>
  %v126 = math.fma %fa, %fb, %fc : f32
  affine.store %v126, %out[73] : memref<96xf32>
  %v127 = math.powf %fa, %fb : f32
  affine.store %v127, %out[74] : memref<96xf32>
  %v128 = math.rsqrt %fa : f32
  affine.store %v128, %out[75] : memref<96xf32>
  %ld = affine.load %out[0] : memref<96xf32>
  affine.store %fc, %out[0] : memref<96xf32>
  affine.store %ld, %out[76] : memref<96xf32>
  %r0 = memref.alloca() {hls.name = "sum"} : memref<f32>
  affine.store %fa, %r0[] : memref<f32>
  affine.for %i = 0 to 16 {
    %s0 = affine.load %r0[] : memref<f32>
    %s1 = affine.load %x[%i] : memref<16xf32>
    %s2 = arith.addf %s0, %s1 : f32
    affine.store %s2, %r0[] : memref<f32>
  }
  %rs = affine.load %r0[] : memref<f32>
  affine.store %rs, %out[77] : memref<96xf32>
  %acc:2 = affine.for %i = 2 to 16 step 3 iter_args(%p = %fa, %q = %fb) -> (f32, f32) {
    %e = affine.load %x[%i] : memref<16xf32>
    %pn = arith.mulf %p, %e : f32
    affine.yield %q, %pn : f32, f32
  }
  %accs = arith.subf %acc#0, %acc#1 : f32
  affine.store %accs, %out[78] : memref<96xf32>
  %i0 = affine.load %n[0] : memref<16xi32>
  %i1 = affine.load %n[1] : memref<16xi32>
  %false = arith.constant false
  %cneg = arith.constant -17 : i32
  %cmin = arith.constant -2147483648 : i32
  %cmax = arith.constant 2147483647 : i32
  %ci3 = arith.constant 3 : i32
  %neg = arith.muli %i0, %cneg : i32
  %v129 = arith.addi %cmax, %i0 : i32
  affine.store %v129, %iout[0] : memref<96xi32>
  %v130 = arith.subi %cmin, %i0 : i32
  affine.store %v130, %iout[1] : memref<96xi32>
  %v131 = arith.muli %cmax, %neg : i32
  affine.store %v131, %iout[2] : memref<96xi32>
  %v132 = arith.divsi %neg, %i1 : i32
  affine.store %v132, %iout[3] : memref<96xi32>
  %v133 = arith.remsi %neg, %i1 : i32
  affine.store %v133, %iout[4] : memref<96xi32>
  %v134 = arith.divui %neg, %i1 : i32
  affine.store %v134, %iout[5] : memref<96xi32>
  %v135 = arith.remui %neg, %i1 : i32
  affine.store %v135, %iout[6] : memref<96xi32>
  %v136 = arith.floordivsi %neg, %i1 : i32
  affine.store %v136, %iout[7] : memref<96xi32>
  %v137 = arith.ceildivsi %neg, %i1 : i32
  affine.store %v137, %iout[8] : memref<96xi32>
  %v138 = arith.andi %neg, %i1 : i32
  affine.store %v138, %iout[9] : memref<96xi32>
  %v139 = arith.ori %neg, %i1 : i32
  affine.store %v139, %iout[10] : memref<96xi32>
  %v140 = arith.xori %neg, %i1 : i32
  affine.store %v140, %iout[11] : memref<96xi32>
  %v141 = arith.shli %neg, %ci3 : i32
  affine.store %v141, %iout[12] : memref<96xi32>
  %v142 = arith.shrsi %neg, %ci3 : i32
  affine.store %v142, %iout[13] : memref<96xi32>
  %v143 = arith.shrui %neg, %ci3 : i32
  affine.store %v143, %iout[14] : memref<96xi32>
  %v144 = arith.maxsi %neg, %i1 : i32
  affine.store %v144, %iout[15] : memref<96xi32>
  %v145 = arith.minsi %neg, %i1 : i32
  affine.store %v145, %iout[16] : memref<96xi32>
  %v146 = arith.maxui %neg, %i1 : i32
  affine.store %v146, %iout[17] : memref<96xi32>
  %v147 = arith.minui %neg, %i1 : i32
  affine.store %v147, %iout[18] : memref<96xi32>
  %v148 = arith.subi %i0, %i1 overflow<nsw> : i32
  %v149 = arith.subi %neg, %v148 overflow<nsw> : i32
  affine.store %v149, %iout[19] : memref<96xi32>
  %v150 = arith.andi %neg, %i1 : i32
  %v151 = arith.addi %v150, %ci3 overflow<nsw> : i32
  %v152 = arith.shrsi %v151, %ci3 : i32
  affine.store %v152, %iout[20] : memref<96xi32>
  %v153 = arith.cmpi eq, %neg, %i1 : i32
  %v154 = arith.extui %v153 : i1 to i32
  affine.store %v154, %iout[21] : memref<96xi32>
  %v155 = arith.cmpi ne, %neg, %i1 : i32
  %v156 = arith.extui %v155 : i1 to i32
  affine.store %v156, %iout[22] : memref<96xi32>
  %v157 = arith.cmpi slt, %neg, %i1 : i32
  %v158 = arith.extui %v157 : i1 to i32
  affine.store %v158, %iout[23] : memref<96xi32>
  %v159 = arith.cmpi sle, %neg, %i1 : i32
  %v160 = arith.extui %v159 : i1 to i32
  affine.store %v160, %iout[24] : memref<96xi32>
  %v161 = arith.cmpi sgt, %neg, %i1 : i32
  %v162 = arith.extui %v161 : i1 to i32
  affine.store %v162, %iout[25] : memref<96xi32>
  %v163 = arith.cmpi sge, %neg, %i1 : i32
  %v164 = arith.extui %v163 : i1 to i32
  affine.store %v164, %iout[26] : memref<96xi32>
  %v165 = arith.cmpi ult, %neg, %i1 : i32
  %v166 = arith.extui %v165 : i1 to i32
  affine.store %v166, %iout[27] : memref<96xi32>
  %v167 = arith.cmpi ule, %neg, %i1 : i32
  %v168 = arith.extui %v167 : i1 to i32
  affine.store %v168, %iout[28] : memref<96xi32>
  %v169 = arith.cmpi ugt, %neg, %i1 : i32
  %v170 = arith.extui %v169 : i1 to i32
  affine.store %v170, %iout[29] : memref<96xi32>
  %v171 = arith.cmpi uge, %neg, %i1 : i32
  %v172 = arith.extui %v171 : i1 to i32
  affine.store %v172, %iout[30] : memref<96xi32>
  %v175 = arith.cmpi slt, %neg, %i1 : i32
  %v173 = arith.cmpi eq, %v175, %false : i1
  %v174 = arith.extsi %v173 : i1 to i32
  affine.store %v174, %iout[31] : memref<96xi32>
  %v178 = arith.cmpi slt, %neg, %i1 : i32
  %v176 = arith.cmpi slt, %v178, %false : i1
  %v177 = arith.extsi %v176 : i1 to i32
  affine.store %v177, %iout[32] : memref<96xi32>
  %v181 = arith.cmpi slt, %neg, %i1 : i32
  %v179 = arith.cmpi sge, %v181, %false : i1
  %v180 = arith.extsi %v179 : i1 to i32
  affine.store %v180, %iout[33] : memref<96xi32>
  %v184 = arith.cmpi slt, %neg, %i1 : i32
  %v182 = arith.cmpi ult, %v184, %false : i1
  %v183 = arith.extsi %v182 : i1 to i32
  affine.store %v183, %iout[34] : memref<96xi32>
  %b0 = affine.load %u[0] : memref<16xi8>
  %c100 = arith.constant 100 : i8
  %v187 = arith.subi %b0, %c100 : i8
  %v185 = arith.addi %v187, %b0 : i8
  %v186 = arith.extsi %v185 : i8 to i32
  affine.store %v186, %iout[35] : memref<96xi32>
  %v190 = arith.subi %b0, %c100 : i8
  %v188 = arith.subi %v190, %b0 : i8
  %v189 = arith.extsi %v188 : i8 to i32
  affine.store %v189, %iout[36] : memref<96xi32>
  %v193 = arith.subi %b0, %c100 : i8
  %v191 = arith.muli %v193, %c100 : i8
  %v192 = arith.extsi %v191 : i8 to i32
  affine.store %v192, %iout[37] : memref<96xi32>
  %v196 = arith.subi %b0, %c100 : i8
  %v194 = arith.divui %v196, %b0 : i8
  %v195 = arith.extsi %v194 : i8 to i32
  affine.store %v195, %iout[38] : memref<96xi32>
  %v199 = arith.subi %b0, %c100 : i8
  %v197 = arith.shli %v199, %b0 : i8
  %v198 = arith.extsi %v197 : i8 to i32
  affine.store %v198, %iout[39] : memref<96xi32>
  %v202 = arith.subi %b0, %c100 : i8
  %v200 = arith.shrui %v202, %b0 : i8
  %v201 = arith.extsi %v200 : i8 to i32
  affine.store %v201, %iout[40] : memref<96xi32>
  %v203 = arith.subi %b0, %c100 : i8
  %v204 = arith.extui %v203 : i8 to i32
  affine.store %v204, %iout[41] : memref<96xi32>
  %v205 = arith.trunci %neg : i32 to i8
  %v206 = arith.extsi %v205 : i8 to i32
  affine.store %v206, %iout[42] : memref<96xi32>
  %v207 = arith.trunci %i0 : i32 to i1
  %v208 = arith.extui %v207 : i1 to i32
  affine.store %v208, %iout[43] : memref<96xi32>
  %v209 = arith.sitofp %neg : i32 to f32
  %v211 = arith.mulf %v209, %fa : f32
  %v210 = arith.fptosi %v211 : f32 to i32
  affine.store %v210, %iout[44] : memref<96xi32>
  %v212 = arith.uitofp %neg : i32 to f32
  affine.store %v212, %out[79] : memref<96xf32>
  %v213 = arith.index_cast %i0 : i32 to index
  %v214 = arith.index_cast %v213 : index to i32
  affine.store %v214, %iout[45] : memref<96xi32>
  affine.for %i = -5 to 6 {
    %q = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 mod 3 * 10 - d0 ceildiv 2 * 100 - 7)>(%i)
    %qi = arith.index_cast %q : index to i32
    affine.store %qi, %iout[%i + 51] : memref<96xi32>
  }
  affine.for %i = 0 to 10 {
    affine.for %j = max affine_map<(d0) -> (d0 - 3, 0)>(%i) to min affine_map<(d0) -> (d0 + 2, 10)>(%i) {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, (d0 + d1) mod 2 == 0)>(%i, %j) {
        %e = affine.load %iout[57] : memref<96xi32>
        %k = affine.apply affine_map<(d0, d1) -> (d0 * 10 - d1 * 2)>(%i, %j)
        %ki = arith.index_cast %k : index to i32
        %e1 = arith.addi %e, %ki overflow<nsw> : i32
        affine.store %e1, %iout[57] : memref<96xi32>
      } else {
        %e = affine.load %iout[58] : memref<96xi32>
        %e1 = arith.addi %e, %ci3 overflow<nsw> : i32
        affine.store %e1, %iout[58] : memref<96xi32>
      }
    }
  }
  %gcd:2 = scf.while (%p = %cmax, %q = %i1) : (i32, i32) -> (i32, i32) {
    %zero = arith.constant 0 : i32
    %go = arith.cmpi ne, %q, %zero : i32
    scf.condition(%go) %q, %p : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %rest = arith.remsi %q, %p : i32
    scf.yield %p, %rest : i32, i32
  }
  affine.store %gcd#1, %iout[59] : memref<96xi32>
  %fib:2 = scf.for %i = %c0 to %c9 step %c2 iter_args(%p = %i0, %q = %i1) -> (i32, i32) {
    %s = arith.addi %p, %q overflow<nsw> : i32
    scf.yield %q, %s : i32, i32
  }
  affine.store %fib#1, %iout[60] : memref<96xi32>
  %less = arith.cmpi slt, %i0, %i1 : i32
  %if = scf.if %less -> (i32) {
    %s = arith.subi %i0, %i1 overflow<nsw> : i32
    scf.yield %s : i32
  } else {
    scf.yield %neg : i32
  }
  affine.store %if, %iout[61] : memref<96xi32>
  return
}

// TOP: the same body on ports.
func.func @expr(
    %x: memref<16xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>},
    %n: memref<16xi32> {hls.name = "n", hls.interface = #hls.interface<m_axi, bundle = "gmem_n", width = 32>},
    %u: memref<16xi8> {hls.name = "u", hls.interface = #hls.interface<m_axi, bundle = "gmem_u", width = 8>},
    %out: memref<96xf32> {hls.name = "out", hls.interface = #hls.interface<m_axi, bundle = "gmem_out", width = 32>},
    %iout: memref<96xi32> {hls.name = "iout", hls.interface = #hls.interface<m_axi, bundle = "gmem_iout", width = 32>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %fa = affine.load %x[0] : memref<16xf32>
  %fb = affine.load %x[1] : memref<16xf32>
  %fc = affine.load %x[2] : memref<16xf32>
  %v1 = arith.addf %fb, %fc : f32
  %v2 = arith.addf %fa, %v1 : f32
  affine.store %v2, %out[0] : memref<96xf32>
  %v3 = arith.addf %fa, %fb : f32
  %v4 = arith.addf %v3, %fc : f32
  affine.store %v4, %out[1] : memref<96xf32>
  %v5 = arith.addf %fb, %fc : f32
  %v6 = arith.subf %fa, %v5 : f32
  affine.store %v6, %out[2] : memref<96xf32>
  %v7 = arith.addf %fa, %fb : f32
  %v8 = arith.subf %v7, %fc : f32
  affine.store %v8, %out[3] : memref<96xf32>
  %v9 = arith.addf %fb, %fc : f32
  %v10 = arith.mulf %fa, %v9 : f32
  affine.store %v10, %out[4] : memref<96xf32>
  %v11 = arith.addf %fa, %fb : f32
  %v12 = arith.mulf %v11, %fc : f32
  affine.store %v12, %out[5] : memref<96xf32>
  %v13 = arith.addf %fb, %fc : f32
  %v14 = arith.divf %fa, %v13 : f32
  affine.store %v14, %out[6] : memref<96xf32>
  %v15 = arith.addf %fa, %fb : f32
  %v16 = arith.divf %v15, %fc : f32
  affine.store %v16, %out[7] : memref<96xf32>
  %v17 = arith.subf %fb, %fc : f32
  %v18 = arith.addf %fa, %v17 : f32
  affine.store %v18, %out[8] : memref<96xf32>
  %v19 = arith.subf %fa, %fb : f32
  %v20 = arith.addf %v19, %fc : f32
  affine.store %v20, %out[9] : memref<96xf32>
  %v21 = arith.subf %fb, %fc : f32
  %v22 = arith.subf %fa, %v21 : f32
  affine.store %v22, %out[10] : memref<96xf32>
  %v23 = arith.subf %fa, %fb : f32
  %v24 = arith.subf %v23, %fc : f32
  affine.store %v24, %out[11] : memref<96xf32>
  %v25 = arith.subf %fb, %fc : f32
  %v26 = arith.mulf %fa, %v25 : f32
  affine.store %v26, %out[12] : memref<96xf32>
  %v27 = arith.subf %fa, %fb : f32
  %v28 = arith.mulf %v27, %fc : f32
  affine.store %v28, %out[13] : memref<96xf32>
  %v29 = arith.subf %fb, %fc : f32
  %v30 = arith.divf %fa, %v29 : f32
  affine.store %v30, %out[14] : memref<96xf32>
  %v31 = arith.subf %fa, %fb : f32
  %v32 = arith.divf %v31, %fc : f32
  affine.store %v32, %out[15] : memref<96xf32>
  %v33 = arith.mulf %fb, %fc : f32
  %v34 = arith.addf %fa, %v33 : f32
  affine.store %v34, %out[16] : memref<96xf32>
  %v35 = arith.mulf %fa, %fb : f32
  %v36 = arith.addf %v35, %fc : f32
  affine.store %v36, %out[17] : memref<96xf32>
  %v37 = arith.mulf %fb, %fc : f32
  %v38 = arith.subf %fa, %v37 : f32
  affine.store %v38, %out[18] : memref<96xf32>
  %v39 = arith.mulf %fa, %fb : f32
  %v40 = arith.subf %v39, %fc : f32
  affine.store %v40, %out[19] : memref<96xf32>
  %v41 = arith.mulf %fb, %fc : f32
  %v42 = arith.mulf %fa, %v41 : f32
  affine.store %v42, %out[20] : memref<96xf32>
  %v43 = arith.mulf %fa, %fb : f32
  %v44 = arith.mulf %v43, %fc : f32
  affine.store %v44, %out[21] : memref<96xf32>
  %v45 = arith.mulf %fb, %fc : f32
  %v46 = arith.divf %fa, %v45 : f32
  affine.store %v46, %out[22] : memref<96xf32>
  %v47 = arith.mulf %fa, %fb : f32
  %v48 = arith.divf %v47, %fc : f32
  affine.store %v48, %out[23] : memref<96xf32>
  %v49 = arith.divf %fb, %fc : f32
  %v50 = arith.addf %fa, %v49 : f32
  affine.store %v50, %out[24] : memref<96xf32>
  %v51 = arith.divf %fa, %fb : f32
  %v52 = arith.addf %v51, %fc : f32
  affine.store %v52, %out[25] : memref<96xf32>
  %v53 = arith.divf %fb, %fc : f32
  %v54 = arith.subf %fa, %v53 : f32
  affine.store %v54, %out[26] : memref<96xf32>
  %v55 = arith.divf %fa, %fb : f32
  %v56 = arith.subf %v55, %fc : f32
  affine.store %v56, %out[27] : memref<96xf32>
  %v57 = arith.divf %fb, %fc : f32
  %v58 = arith.mulf %fa, %v57 : f32
  affine.store %v58, %out[28] : memref<96xf32>
  %v59 = arith.divf %fa, %fb : f32
  %v60 = arith.mulf %v59, %fc : f32
  affine.store %v60, %out[29] : memref<96xf32>
  %v61 = arith.divf %fb, %fc : f32
  %v62 = arith.divf %fa, %v61 : f32
  affine.store %v62, %out[30] : memref<96xf32>
  %v63 = arith.divf %fa, %fb : f32
  %v64 = arith.divf %v63, %fc : f32
  affine.store %v64, %out[31] : memref<96xf32>
  %v65 = arith.negf %fa : f32
  %v66 = arith.negf %v65 : f32
  affine.store %v66, %out[32] : memref<96xf32>
  %v67 = arith.addf %fa, %fb : f32
  %v68 = arith.negf %v67 : f32
  %v69 = arith.subf %fc, %v68 : f32
  affine.store %v69, %out[33] : memref<96xf32>
  %cm = arith.constant -1.5 : f32
  %ct = arith.constant 0.1 : f32
  %big = arith.constant 3.4028234663852886E+38 : f32
  %tiny = arith.constant 1.401298464324817E-45 : f32
  %cd = arith.constant 0.1 : f64
  %neg0 = arith.constant -0.0 : f32
  %pos0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %v70 = arith.subf %fa, %cm : f32
  affine.store %v70, %out[34] : memref<96xf32>
  %v71 = arith.mulf %fa, %ct : f32
  affine.store %v71, %out[35] : memref<96xf32>
  %v72 = arith.mulf %fa, %big : f32
  %v73 = arith.divf %v72, %big : f32
  affine.store %v73, %out[36] : memref<96xf32>
  affine.store %big, %out[37] : memref<96xf32>
  affine.store %tiny, %out[38] : memref<96xf32>
  %xd = arith.extf %fa : f32 to f64
  %v74 = arith.mulf %xd, %cd : f64
  %xf = arith.truncf %v74 : f64 to f32
  affine.store %xf, %out[39] : memref<96xf32>
  %v75 = arith.cmpf oeq, %fa, %fb : f32
  %v76 = arith.select %v75, %fa, %ct : f32
  affine.store %v76, %out[40] : memref<96xf32>
  %v77 = arith.cmpf ogt, %fa, %fb : f32
  %v78 = arith.select %v77, %fa, %ct : f32
  affine.store %v78, %out[41] : memref<96xf32>
  %v79 = arith.cmpf oge, %fa, %fb : f32
  %v80 = arith.select %v79, %fa, %ct : f32
  affine.store %v80, %out[42] : memref<96xf32>
  %v81 = arith.cmpf olt, %fa, %fb : f32
  %v82 = arith.select %v81, %fa, %ct : f32
  affine.store %v82, %out[43] : memref<96xf32>
  %v83 = arith.cmpf ole, %fa, %fb : f32
  %v84 = arith.select %v83, %fa, %ct : f32
  affine.store %v84, %out[44] : memref<96xf32>
  %v85 = arith.cmpf one, %fa, %fb : f32
  %v86 = arith.select %v85, %fa, %ct : f32
  affine.store %v86, %out[45] : memref<96xf32>
  %v87 = arith.cmpf ord, %fa, %fb : f32
  %v88 = arith.select %v87, %fa, %ct : f32
  affine.store %v88, %out[46] : memref<96xf32>
  %v89 = arith.cmpf ueq, %fa, %fb : f32
  %v90 = arith.select %v89, %fa, %ct : f32
  affine.store %v90, %out[47] : memref<96xf32>
  %v91 = arith.cmpf ugt, %fa, %fb : f32
  %v92 = arith.select %v91, %fa, %ct : f32
  affine.store %v92, %out[48] : memref<96xf32>
  %v93 = arith.cmpf uge, %fa, %fb : f32
  %v94 = arith.select %v93, %fa, %ct : f32
  affine.store %v94, %out[49] : memref<96xf32>
  %v95 = arith.cmpf ult, %fa, %fb : f32
  %v96 = arith.select %v95, %fa, %ct : f32
  affine.store %v96, %out[50] : memref<96xf32>
  %v97 = arith.cmpf ule, %fa, %fb : f32
  %v98 = arith.select %v97, %fa, %ct : f32
  affine.store %v98, %out[51] : memref<96xf32>
  %v99 = arith.cmpf une, %fa, %fb : f32
  %v100 = arith.select %v99, %fa, %ct : f32
  affine.store %v100, %out[52] : memref<96xf32>
  %v101 = arith.cmpf uno, %fa, %fb : f32
  %v102 = arith.select %v101, %fa, %ct : f32
  affine.store %v102, %out[53] : memref<96xf32>
  %v103 = arith.maximumf %fa, %fb : f32
  affine.store %v103, %out[54] : memref<96xf32>
  %v104 = arith.maximumf %neg0, %pos0 : f32
  %v105 = math.copysign %fa, %v104 : f32
  affine.store %v105, %out[55] : memref<96xf32>
  %v106 = arith.minimumf %fa, %fb : f32
  affine.store %v106, %out[56] : memref<96xf32>
  %v107 = arith.minimumf %neg0, %pos0 : f32
  %v108 = math.copysign %fa, %v107 : f32
  affine.store %v108, %out[57] : memref<96xf32>
  %v109 = arith.maxnumf %fa, %fb : f32
  affine.store %v109, %out[58] : memref<96xf32>
  %v110 = arith.maxnumf %neg0, %pos0 : f32
  %v111 = math.copysign %fa, %v110 : f32
  affine.store %v111, %out[59] : memref<96xf32>
  %v112 = arith.minnumf %fa, %fb : f32
  affine.store %v112, %out[60] : memref<96xf32>
  %v113 = arith.minnumf %neg0, %pos0 : f32
  %v114 = math.copysign %fa, %v113 : f32
  affine.store %v114, %out[61] : memref<96xf32>
  %v115 = arith.remf %fc, %ct : f32
  affine.store %v115, %out[62] : memref<96xf32>
  %v116 = math.sqrt %fb : f32
  affine.store %v116, %out[63] : memref<96xf32>
  %v117 = math.absf %fb : f32
  affine.store %v117, %out[64] : memref<96xf32>
  %v118 = math.floor %fb : f32
  affine.store %v118, %out[65] : memref<96xf32>
  %v119 = math.ceil %fb : f32
  affine.store %v119, %out[66] : memref<96xf32>
  %v120 = math.round %fb : f32
  affine.store %v120, %out[67] : memref<96xf32>
  %v121 = math.trunc %fb : f32
  affine.store %v121, %out[68] : memref<96xf32>
  %v122 = math.exp %fb : f32
  affine.store %v122, %out[69] : memref<96xf32>
  %v123 = math.log %fb : f32
  affine.store %v123, %out[70] : memref<96xf32>
  %v124 = math.sin %fb : f32
  affine.store %v124, %out[71] : memref<96xf32>
  %v125 = math.tanh %fb : f32
  affine.store %v125, %out[72] : memref<96xf32>
  %v126 = math.fma %fa, %fb, %fc : f32
  affine.store %v126, %out[73] : memref<96xf32>
  %v127 = math.powf %fa, %fb : f32
  affine.store %v127, %out[74] : memref<96xf32>
  %v128 = math.rsqrt %fa : f32
  affine.store %v128, %out[75] : memref<96xf32>
  %ld = affine.load %out[0] : memref<96xf32>
  affine.store %fc, %out[0] : memref<96xf32>
  affine.store %ld, %out[76] : memref<96xf32>
  %r0 = memref.alloca() {hls.name = "sum"} : memref<f32>
  affine.store %fa, %r0[] : memref<f32>
  affine.for %i = 0 to 16 {
    %s0 = affine.load %r0[] : memref<f32>
    %s1 = affine.load %x[%i] : memref<16xf32>
    %s2 = arith.addf %s0, %s1 : f32
    affine.store %s2, %r0[] : memref<f32>
  }
  %rs = affine.load %r0[] : memref<f32>
  affine.store %rs, %out[77] : memref<96xf32>
  %acc:2 = affine.for %i = 2 to 16 step 3 iter_args(%p = %fa, %q = %fb) -> (f32, f32) {
    %e = affine.load %x[%i] : memref<16xf32>
    %pn = arith.mulf %p, %e : f32
    affine.yield %q, %pn : f32, f32
  }
  %accs = arith.subf %acc#0, %acc#1 : f32
  affine.store %accs, %out[78] : memref<96xf32>
  %i0 = affine.load %n[0] : memref<16xi32>
  %i1 = affine.load %n[1] : memref<16xi32>
  %false = arith.constant false
  %cneg = arith.constant -17 : i32
  %cmin = arith.constant -2147483648 : i32
  %cmax = arith.constant 2147483647 : i32
  %ci3 = arith.constant 3 : i32
  %neg = arith.muli %i0, %cneg : i32
  %v129 = arith.addi %cmax, %i0 : i32
  affine.store %v129, %iout[0] : memref<96xi32>
  %v130 = arith.subi %cmin, %i0 : i32
  affine.store %v130, %iout[1] : memref<96xi32>
  %v131 = arith.muli %cmax, %neg : i32
  affine.store %v131, %iout[2] : memref<96xi32>
  %v132 = arith.divsi %neg, %i1 : i32
  affine.store %v132, %iout[3] : memref<96xi32>
  %v133 = arith.remsi %neg, %i1 : i32
  affine.store %v133, %iout[4] : memref<96xi32>
  %v134 = arith.divui %neg, %i1 : i32
  affine.store %v134, %iout[5] : memref<96xi32>
  %v135 = arith.remui %neg, %i1 : i32
  affine.store %v135, %iout[6] : memref<96xi32>
  %v136 = arith.floordivsi %neg, %i1 : i32
  affine.store %v136, %iout[7] : memref<96xi32>
  %v137 = arith.ceildivsi %neg, %i1 : i32
  affine.store %v137, %iout[8] : memref<96xi32>
  %v138 = arith.andi %neg, %i1 : i32
  affine.store %v138, %iout[9] : memref<96xi32>
  %v139 = arith.ori %neg, %i1 : i32
  affine.store %v139, %iout[10] : memref<96xi32>
  %v140 = arith.xori %neg, %i1 : i32
  affine.store %v140, %iout[11] : memref<96xi32>
  %v141 = arith.shli %neg, %ci3 : i32
  affine.store %v141, %iout[12] : memref<96xi32>
  %v142 = arith.shrsi %neg, %ci3 : i32
  affine.store %v142, %iout[13] : memref<96xi32>
  %v143 = arith.shrui %neg, %ci3 : i32
  affine.store %v143, %iout[14] : memref<96xi32>
  %v144 = arith.maxsi %neg, %i1 : i32
  affine.store %v144, %iout[15] : memref<96xi32>
  %v145 = arith.minsi %neg, %i1 : i32
  affine.store %v145, %iout[16] : memref<96xi32>
  %v146 = arith.maxui %neg, %i1 : i32
  affine.store %v146, %iout[17] : memref<96xi32>
  %v147 = arith.minui %neg, %i1 : i32
  affine.store %v147, %iout[18] : memref<96xi32>
  %v148 = arith.subi %i0, %i1 overflow<nsw> : i32
  %v149 = arith.subi %neg, %v148 overflow<nsw> : i32
  affine.store %v149, %iout[19] : memref<96xi32>
  %v150 = arith.andi %neg, %i1 : i32
  %v151 = arith.addi %v150, %ci3 overflow<nsw> : i32
  %v152 = arith.shrsi %v151, %ci3 : i32
  affine.store %v152, %iout[20] : memref<96xi32>
  %v153 = arith.cmpi eq, %neg, %i1 : i32
  %v154 = arith.extui %v153 : i1 to i32
  affine.store %v154, %iout[21] : memref<96xi32>
  %v155 = arith.cmpi ne, %neg, %i1 : i32
  %v156 = arith.extui %v155 : i1 to i32
  affine.store %v156, %iout[22] : memref<96xi32>
  %v157 = arith.cmpi slt, %neg, %i1 : i32
  %v158 = arith.extui %v157 : i1 to i32
  affine.store %v158, %iout[23] : memref<96xi32>
  %v159 = arith.cmpi sle, %neg, %i1 : i32
  %v160 = arith.extui %v159 : i1 to i32
  affine.store %v160, %iout[24] : memref<96xi32>
  %v161 = arith.cmpi sgt, %neg, %i1 : i32
  %v162 = arith.extui %v161 : i1 to i32
  affine.store %v162, %iout[25] : memref<96xi32>
  %v163 = arith.cmpi sge, %neg, %i1 : i32
  %v164 = arith.extui %v163 : i1 to i32
  affine.store %v164, %iout[26] : memref<96xi32>
  %v165 = arith.cmpi ult, %neg, %i1 : i32
  %v166 = arith.extui %v165 : i1 to i32
  affine.store %v166, %iout[27] : memref<96xi32>
  %v167 = arith.cmpi ule, %neg, %i1 : i32
  %v168 = arith.extui %v167 : i1 to i32
  affine.store %v168, %iout[28] : memref<96xi32>
  %v169 = arith.cmpi ugt, %neg, %i1 : i32
  %v170 = arith.extui %v169 : i1 to i32
  affine.store %v170, %iout[29] : memref<96xi32>
  %v171 = arith.cmpi uge, %neg, %i1 : i32
  %v172 = arith.extui %v171 : i1 to i32
  affine.store %v172, %iout[30] : memref<96xi32>
  %v175 = arith.cmpi slt, %neg, %i1 : i32
  %v173 = arith.cmpi eq, %v175, %false : i1
  %v174 = arith.extsi %v173 : i1 to i32
  affine.store %v174, %iout[31] : memref<96xi32>
  %v178 = arith.cmpi slt, %neg, %i1 : i32
  %v176 = arith.cmpi slt, %v178, %false : i1
  %v177 = arith.extsi %v176 : i1 to i32
  affine.store %v177, %iout[32] : memref<96xi32>
  %v181 = arith.cmpi slt, %neg, %i1 : i32
  %v179 = arith.cmpi sge, %v181, %false : i1
  %v180 = arith.extsi %v179 : i1 to i32
  affine.store %v180, %iout[33] : memref<96xi32>
  %v184 = arith.cmpi slt, %neg, %i1 : i32
  %v182 = arith.cmpi ult, %v184, %false : i1
  %v183 = arith.extsi %v182 : i1 to i32
  affine.store %v183, %iout[34] : memref<96xi32>
  %b0 = affine.load %u[0] : memref<16xi8>
  %c100 = arith.constant 100 : i8
  %v187 = arith.subi %b0, %c100 : i8
  %v185 = arith.addi %v187, %b0 : i8
  %v186 = arith.extsi %v185 : i8 to i32
  affine.store %v186, %iout[35] : memref<96xi32>
  %v190 = arith.subi %b0, %c100 : i8
  %v188 = arith.subi %v190, %b0 : i8
  %v189 = arith.extsi %v188 : i8 to i32
  affine.store %v189, %iout[36] : memref<96xi32>
  %v193 = arith.subi %b0, %c100 : i8
  %v191 = arith.muli %v193, %c100 : i8
  %v192 = arith.extsi %v191 : i8 to i32
  affine.store %v192, %iout[37] : memref<96xi32>
  %v196 = arith.subi %b0, %c100 : i8
  %v194 = arith.divui %v196, %b0 : i8
  %v195 = arith.extsi %v194 : i8 to i32
  affine.store %v195, %iout[38] : memref<96xi32>
  %v199 = arith.subi %b0, %c100 : i8
  %v197 = arith.shli %v199, %b0 : i8
  %v198 = arith.extsi %v197 : i8 to i32
  affine.store %v198, %iout[39] : memref<96xi32>
  %v202 = arith.subi %b0, %c100 : i8
  %v200 = arith.shrui %v202, %b0 : i8
  %v201 = arith.extsi %v200 : i8 to i32
  affine.store %v201, %iout[40] : memref<96xi32>
  %v203 = arith.subi %b0, %c100 : i8
  %v204 = arith.extui %v203 : i8 to i32
  affine.store %v204, %iout[41] : memref<96xi32>
  %v205 = arith.trunci %neg : i32 to i8
  %v206 = arith.extsi %v205 : i8 to i32
  affine.store %v206, %iout[42] : memref<96xi32>
  %v207 = arith.trunci %i0 : i32 to i1
  %v208 = arith.extui %v207 : i1 to i32
  affine.store %v208, %iout[43] : memref<96xi32>
  %v209 = arith.sitofp %neg : i32 to f32
  %v211 = arith.mulf %v209, %fa : f32
  %v210 = arith.fptosi %v211 : f32 to i32
  affine.store %v210, %iout[44] : memref<96xi32>
  %v212 = arith.uitofp %neg : i32 to f32
  affine.store %v212, %out[79] : memref<96xf32>
  %v213 = arith.index_cast %i0 : i32 to index
  %v214 = arith.index_cast %v213 : index to i32
  affine.store %v214, %iout[45] : memref<96xi32>
  affine.for %i = -5 to 6 {
    %q = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 mod 3 * 10 - d0 ceildiv 2 * 100 - 7)>(%i)
    %qi = arith.index_cast %q : index to i32
    affine.store %qi, %iout[%i + 51] : memref<96xi32>
  }
  affine.for %i = 0 to 10 {
    affine.for %j = max affine_map<(d0) -> (d0 - 3, 0)>(%i) to min affine_map<(d0) -> (d0 + 2, 10)>(%i) {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, (d0 + d1) mod 2 == 0)>(%i, %j) {
        %e = affine.load %iout[57] : memref<96xi32>
        %k = affine.apply affine_map<(d0, d1) -> (d0 * 10 - d1 * 2)>(%i, %j)
        %ki = arith.index_cast %k : index to i32
        %e1 = arith.addi %e, %ki overflow<nsw> : i32
        affine.store %e1, %iout[57] : memref<96xi32>
      } else {
        %e = affine.load %iout[58] : memref<96xi32>
        %e1 = arith.addi %e, %ci3 overflow<nsw> : i32
        affine.store %e1, %iout[58] : memref<96xi32>
      }
    }
  }
  %gcd:2 = scf.while (%p = %cmax, %q = %i1) : (i32, i32) -> (i32, i32) {
    %zero = arith.constant 0 : i32
    %go = arith.cmpi ne, %q, %zero : i32
    scf.condition(%go) %q, %p : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %rest = arith.remsi %q, %p : i32
    scf.yield %p, %rest : i32, i32
  }
  affine.store %gcd#1, %iout[59] : memref<96xi32>
  %fib:2 = scf.for %i = %c0 to %c9 step %c2 iter_args(%p = %i0, %q = %i1) -> (i32, i32) {
    %s = arith.addi %p, %q overflow<nsw> : i32
    scf.yield %q, %s : i32, i32
  }
  affine.store %fib#1, %iout[60] : memref<96xi32>
  %less = arith.cmpi slt, %i0, %i1 : i32
  %if = scf.if %less -> (i32) {
    %s = arith.subi %i0, %i1 overflow<nsw> : i32
    scf.yield %s : i32
  } else {
    scf.yield %neg : i32
  }
  affine.store %if, %iout[61] : memref<96xi32>
  return
}
