/* gesummv: y = alpha A x + beta B x
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(30, 90, 250, 1300, 2800)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE *alpha, DATA_TYPE *beta,
                       DATA_TYPE A[N][N], DATA_TYPE B[N][N], DATA_TYPE tmp[N],
                       DATA_TYPE x[N], DATA_TYPE y[N])
{
  int i0, i1;
  *alpha = 1.5;
  *beta = 1.2;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = (DATA_TYPE)((i0 * i1 + 1) % n) / n;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      B[i0][i1] = (DATA_TYPE)((i0 * i1 + 2) % n) / n;
  for (i0 = 0; i0 < n; i0++)
    tmp[i0] = 0;
  for (i0 = 0; i0 < n; i0++)
    x[i0] = (DATA_TYPE)(i0 % n) / n;
  for (i0 = 0; i0 < n; i0++)
    y[i0] = 0;
}

static void kernel_gesummv(int n, DATA_TYPE alpha, DATA_TYPE beta,
                           DATA_TYPE A[N][N], DATA_TYPE B[N][N],
                           DATA_TYPE tmp[N], DATA_TYPE x[N], DATA_TYPE y[N])
{
  int i, j;
  for (i = 0; i < PB_N; i++) {
    tmp[i] = SCALAR(0.0);
    y[i] = SCALAR(0.0);
    for (j = 0; j < PB_N; j++) {
      tmp[i] = A[i][j] * x[j] + tmp[i];
      y[i] = B[i][j] * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}

int main(void)
{
  static DATA_TYPE A[N][N];
  static DATA_TYPE B[N][N];
  static DATA_TYPE tmp[N];
  static DATA_TYPE x[N];
  static DATA_TYPE y[N];
  DATA_TYPE alpha;
  DATA_TYPE beta;
  init_array(N, &alpha, &beta, A, B, tmp, x, y);
  kernel_gesummv(N, alpha, beta, A, B, tmp, x, y);
  print_bytes("y", y, sizeof(y));
  return 0;
}
