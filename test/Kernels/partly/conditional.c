/* conditional: a loop that data decide about
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 20

void init_array(float limit[1], float A[N], float B[N], float C[N])
{
  limit[0] = 3;
  for (int i = 0; i < N; i++) {
    A[i] = (float)(i % 6 + 1) / 6;
    B[i] = (float)(i % 4) / 4;
    C[i] = -1;
  }
}

void conditional(float limit[1], float A[N], float B[N], float C[N])
{
  float total = 0;
  for (int i = 0; i < N; i++)
    total += A[i];
  if (total > limit[0])
    for (int i = 0; i < N; i++)
      B[i] = A[i] / total;
  else
    for (int i = 0; i < N / 2; i++)
      B[2 * i] = total;
  for (int i = 0; i < N; i++)
    C[i] = B[i] * total;
}
