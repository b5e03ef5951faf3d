/* durbin: Yule-Walker equations by Levinson and Durbin
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE r[N], DATA_TYPE y[N])
{
  int i0;
  for (i0 = 0; i0 < n; i0++)
    r[i0] = (DATA_TYPE)1 / (2 * (i0 + 2));
  for (i0 = 0; i0 < n; i0++)
    y[i0] = 0;
}

static void kernel_durbin(int n, DATA_TYPE r[N], DATA_TYPE y[N])
{
  DATA_TYPE z[N];
  DATA_TYPE alpha, beta, sum;
  int i, k;
  y[0] = -r[0];
  beta = SCALAR(1.0);
  alpha = -r[0];
  for (k = 1; k < PB_N; k++) {
    beta = (1 - alpha * alpha) * beta;
    sum = SCALAR(0.0);
    for (i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
}

int main(void)
{
  static DATA_TYPE r[N];
  static DATA_TYPE y[N];
  init_array(N, r, y);
  kernel_durbin(N, r, y);
  print_bytes("y", y, sizeof(y));
  return 0;
}
