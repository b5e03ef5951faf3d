// Everything affine becomes affine; what is not says why.
// RUN: hls-translate --import-c %s 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t

// CHECK-DAG: #[[TILE:.*]] = affine_map<(d0) -> (d0 + 16, 50)>
// CHECK-DAG: #[[BOX:.*]] = affine_set<(d0) : (d0 - 2 >= 0, -d0 + 7 >= 0)>
// CHECK-DAG: #[[DIAGONAL:.*]] = affine_set<(d0, d1) : (-d1 + d0 == 0)>

// CHECK-LABEL: func.func @downwards
// CHECK: affine.for %[[K:.*]] = 0 to 10 {
// CHECK: affine.store %{{.*}}, %{{.*}}[-%[[K]] + 9]
// CHECK: } {hls.name = "i"}
void downwards(float a[10]) {
  for (int i = 9; i >= 0; i--)
    a[i] = 1;
}

// CHECK-LABEL: func.func @tiles
// CHECK: affine.for %[[II:.*]] = 0 to 50 step 16 {
// CHECK: affine.for %{{.*}} = #{{.*}}(%[[II]]) to min #[[TILE]](%[[II]]) {
void tiles(float a[50]) {
  for (int ii = 0; ii < 50; ii += 16)
    for (int i = ii; i < (ii + 16 < 50 ? ii + 16 : 50); i++)
      a[i] += 1;
}

// CHECK-LABEL: func.func @conditions
// CHECK: affine.if #[[BOX]]
// CHECK: affine.if #[[DIAGONAL]](%{{.*}}, %{{.*}}) {
// CHECK-NEXT: } else {
void conditions(float a[10][10]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      if (i > 1 && i <= 7)
        a[i][j] = 1;
      if (i != j)
        a[i][j] = 2;
    }
}

// "a && b" without else is nested where a union of domains is among them.
// CHECK-LABEL: func.func @unequal
// CHECK-NOT: scf.if
// CHECK: affine.if #{{.*}}(%[[I:.*]]) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.if #{{.*}}(%{{.*}}) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT: affine.for
// CHECK-NOT: scf.if
void unequal(float a[10][10], float b[10]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      if (i != 3 && j != 4 && i < 9)
        for (int k = 0; k < 10; k++)
          a[i][j] += b[k];
}

// A variable that is affine in the loops is followed, also through assignments.
// CHECK-LABEL: func.func @through
// CHECK-NOT: memref.alloca
// CHECK: affine.for %[[I:.*]] = 0 to 10 {
// CHECK: affine.load %{{.*}}[%[[I]] * 2 + 1]
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]] * 2 + 4]
void through(float a[24]) {
  int p;
  for (int i = 0; i < 10; i++) {
    const int twice = 2 * i;
    p = twice + 1;
    float x = a[p];
    p += 3;
    a[p] = x;
  }
}

// CHECK-LABEL: func.func @data
// CHECK: affine.for
// CHECK: memref.store
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.while
// WHY: raising.c:[[#@LINE+4]]:5: remark: stays a memref access: 'b[i]' is read from memory
// WHY: raising.c:[[#@LINE+4]]:3: remark: the loop stays scf.for: 'b[0]' is read from memory
void data(float a[10], int b[10]) {
  for (int i = 0; i < 10; i++)
    a[b[i]] = 1;
  for (int i = 0; i < b[0]; i++)
    // WHY: raising.c:[[#@LINE+1]]:5: remark: stays scf.if: 'a[i] > 0' does not compare integers
    if (a[i] > 0)
      a[i] = 0;
  int n = b[1];
  // WHY: raising.c:[[#@LINE+1]]:3: remark: the loop stays scf.while: it does not count a variable by a constant step
  while (n > 0)
    n /= 2;
  a[0] = n;
}
