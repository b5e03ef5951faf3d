/* sorting: bubble sort until nothing changes, ranks, and prefix sums
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 16

void init_array(int a[N], int rank[N], int prefix[N])
{
  for (int i = 0; i < N; i++) {
    a[i] = (i * 11 + 5) % 17;
    rank[i] = prefix[i] = -1;
  }
}

void sorting(int a[N], int rank[N], int prefix[N])
{
  int swapped = 1;
  for (int i = 0; i < N; i++)
    rank[i] = a[i] * 2;
  while (swapped) {
    swapped = 0;
    for (int j = 0; j < N - 1; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
        swapped = 1;
      }
  }
  prefix[0] = a[0];
  for (int i = 1; i < N; i++)
    prefix[i] = prefix[i - 1] + a[i];
}
