/* values: what a part that is not affine needs was read before its array changed
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 12

void init_array(int key[N], double x[N], double y[N], double z[N])
{
  for (int i = 0; i < N; i++) {
    key[i] = (i * 5 + 1) % N;
    x[i] = (double)(i % 7) / 7;
    y[i] = (double)(i % 5) / 5;
    z[i] = -1;
  }
}

void values(int key[N], double x[N], double y[N], double z[N])
{
  for (int i = 0; i < N; i++) {
    double product = 0.25 * x[i] * y[i];
    double old = y[i];
    int place = key[i];
    int isSmall = x[i] < 0.5;
    for (int j = i; j < N; j++) {
      x[j] = 0.5 * x[j];
      y[j] = 0.5 * y[j] + x[j];
      key[j] = (key[j] + 1) % N;
    }
    z[place] = 0.5 * product + product * z[key[i]];
    if (0.5 * y[i] + 0.125 <= old)
      z[i] += isSmall ? x[i] : old;
  }
}
