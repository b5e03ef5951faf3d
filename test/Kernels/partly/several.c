/* several: several parts that are not affine, and arrays that only they use
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 20

void init_array(int key[N], double x[N], double y[N], double z[1])
{
  for (int i = 0; i < N; i++) {
    key[i] = (i * 3 + 1) % N;
    x[i] = (double)(i % 9) / 9;
    y[i] = -1;
  }
  z[0] = 0;
}

void several(int key[N], double x[N], double y[N], double z[1])
{
  double shuffled[N];
  int inverse[N];
  double first, last;
  for (int i = 0; i < N; i++)
    inverse[key[i]] = i;
  for (int i = 0; i < N; i++)
    shuffled[i] = x[inverse[i]];
  first = x[key[0]];
  for (int i = 0; i < N; i++)
    y[i] = shuffled[i] * first;
  last = y[key[N - 1]];
  for (int i = 0; i < N; i++)
    z[0] += y[i] * last;
}
