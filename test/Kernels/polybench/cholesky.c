/* cholesky: A = L L', L into the lower triangle of A
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE A[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = i0 == i1 ? n : (DATA_TYPE)((i0 + i1) % 7) / 8;
}

static void kernel_cholesky(int n, DATA_TYPE A[N][N])
{
  int i, j, k;
  for (i = 0; i < PB_N; i++) {
    for (j = 0; j < i; j++) {
      for (k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = SQRT(A[i][i]);
  }
}

int main(void)
{
  static DATA_TYPE A[N][N];
  init_array(N, A);
  kernel_cholesky(N, A);
  print_bytes("A", A, sizeof(A));
  return 0;
}
