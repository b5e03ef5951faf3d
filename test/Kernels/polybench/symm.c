/* symm: C = alpha A B + beta C, A symmetric, its lower triangle stored
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
                       DATA_TYPE C[M][N], DATA_TYPE A[M][M], DATA_TYPE B[M][N])
{
  int i0, i1;
  *alpha = 1.5;
  *beta = 1.2;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < n; i1++)
      C[i0][i1] = (DATA_TYPE)((i0 + i1) % 100) / m;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < m; i1++)
      A[i0][i1] = i1 <= i0 ? (DATA_TYPE)((i0 + i1) % 100) / m : -999;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < n; i1++)
      B[i0][i1] = (DATA_TYPE)((n + i0 - i1) % 100) / m;
}

static void kernel_symm(int m, int n, DATA_TYPE alpha, DATA_TYPE beta,
                        DATA_TYPE C[M][N], DATA_TYPE A[M][M], DATA_TYPE B[M][N])
{
  int i, j, k;
  DATA_TYPE sum;
  for (i = 0; i < PB_M; i++)
    for (j = 0; j < PB_N; j++) {
      sum = SCALAR(0.0);
      for (k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        sum += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * sum;
    }
}

int main(void)
{
  static DATA_TYPE C[M][N];
  static DATA_TYPE A[M][M];
  static DATA_TYPE B[M][N];
  DATA_TYPE alpha;
  DATA_TYPE beta;
  init_array(M, N, &alpha, &beta, C, A, B);
  kernel_symm(M, N, alpha, beta, C, A, B);
  print_bytes("C", C, sizeof(C));
  return 0;
}
