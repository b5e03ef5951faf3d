/* syr2k: C = alpha (A B' + B A') + beta C, the lower triangle
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define M SIZES(20, 60, 200, 1000, 2000)
#define N SIZES(30, 80, 240, 1200, 2600)
#define PB_M BOUND(M, m)
#define PB_N BOUND(N, n)

static void init_array(int m, int n, DATA_TYPE *alpha, DATA_TYPE *beta,
                       DATA_TYPE C[N][N], DATA_TYPE A[N][M], DATA_TYPE B[N][M])
{
  int i0, i1;
  *alpha = 1.5;
  *beta = 1.2;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      C[i0][i1] = (DATA_TYPE)((i0 * i1 + 3) % n) / m;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < m; i1++)
      A[i0][i1] = (DATA_TYPE)((i0 * i1 + 1) % n) / n;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < m; i1++)
      B[i0][i1] = (DATA_TYPE)((i0 * i1 + 2) % m) / m;
}

static void kernel_syr2k(int m, int n, DATA_TYPE alpha, DATA_TYPE beta,
                         DATA_TYPE C[N][N], DATA_TYPE A[N][M],
                         DATA_TYPE B[N][M])
{
  int i, j, k;
  for (i = 0; i < PB_N; i++) {
    for (j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (k = 0; k < PB_M; k++)
      for (j = 0; j <= i; j++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  }
}

int main(void)
{
  static DATA_TYPE C[N][N];
  static DATA_TYPE A[N][M];
  static DATA_TYPE B[N][M];
  DATA_TYPE alpha;
  DATA_TYPE beta;
  init_array(M, N, &alpha, &beta, C, A, B);
  kernel_syr2k(M, N, alpha, beta, C, A, B);
  print_bytes("C", C, sizeof(C));
  return 0;
}
