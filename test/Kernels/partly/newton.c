/* newton: square roots by iteration until they are good enough
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <math.h>
#define N 24

void init_array(float a[N], float root[N], float sum[N])
{
  for (int i = 0; i < N; i++) {
    a[i] = 0.5f + (float)i * i / 3;
    root[i] = sum[i] = -1;
  }
}

void newton(float a[N], float root[N], float sum[N])
{
  for (int i = 0; i < N; i++) {
    float x = a[i];
    int steps = 0;
    while (fabsf(x * x - a[i]) > 1e-4f && steps < 50) {
      x = 0.5f * (x + a[i] / x);
      steps++;
    }
    root[i] = x;
  }
  for (int i = 0; i < N; i++)
    sum[i] = root[i] + a[i];
}
