/* jacobi-1d: stencil of three points
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define TSTEPS SIZES(20, 40, 100, 500, 1000)
#define N SIZES(30, 120, 400, 2000, 4000)
#define PB_TSTEPS BOUND(TSTEPS, tsteps)
#define PB_N BOUND(N, n)

static void init_array(int tsteps, int n, DATA_TYPE A[N], DATA_TYPE B[N])
{
  int i0;
  for (i0 = 0; i0 < n; i0++)
    A[i0] = ((DATA_TYPE)i0 + 2) / n;
  for (i0 = 0; i0 < n; i0++)
    B[i0] = ((DATA_TYPE)i0 + 3) / n;
  (void)tsteps;
}

static void kernel_jacobi_1d(int tsteps, int n, DATA_TYPE A[N], DATA_TYPE B[N])
{
  int t, i;
  for (t = 0; t < PB_TSTEPS; t++) {
    for (i = 1; i < PB_N - 1; i++)
      B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (i = 1; i < PB_N - 1; i++)
      A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}

int main(void)
{
  static DATA_TYPE A[N];
  static DATA_TYPE B[N];
  init_array(TSTEPS, N, A, B);
  kernel_jacobi_1d(TSTEPS, N, A, B);
  print_bytes("A", A, sizeof(A));
  return 0;
}
