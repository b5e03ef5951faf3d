// What the user's pragmas ask for is in the design, through distribution; ports
// are the design's, with a remark.
// RUN: hlsc %s --top directives --target u200 --usable 100% --csim -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t/directives.cpp

// CHECK: directives.c:[[#@LINE+8]]:23: remark: interface #hls.interface<m_axi, bundle = "gmem0", width = 32> of argument "a" is left out; the design has #hls.interface<m_axi, bundle = "gmem_a", width = 512>
// CHECK: S0 {{.*}}j: {{[0-9]+}} x {{[0-9]+}} x 16 {{.*}} i
// CHECK: S1 {{.*}}j: {{[0-9]+}} x {{[0-9]+}} x 16 {{.*}} i
// CHECK: S2 {{.*}}j: {{[0-9]+}} x {{[0-9]+}} x 2
// CHECK: C simulation, bit-exact: passed

// CODE: variable=t type={{(cyclic factor=16|complete)}} dim=2

void directives(float a[16][16], float b[16][16], float s) {
#pragma HLS interface m_axi port=a bundle=gmem0
  float t[16][16];
#pragma HLS array_partition variable=t cyclic factor=16 dim=2
  for (int i = 0; i < 16; i++) {
#pragma HLS pipeline
    for (int j = 0; j < 16; j++) {
      t[i][j] = a[i][j] * s;
      b[i][j] = a[i][j] + s;
    }
  }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
#pragma HLS unroll factor=2
      a[i][j] = t[i][j] + b[j][i];
    }
}
