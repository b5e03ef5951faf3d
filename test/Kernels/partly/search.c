/* search: distances in a graph, breadth first, then scaled
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 12
#define DEGREE 3

void init_array(int next[N][DEGREE], int queue[N], int distance[N],
                float scaled[N])
{
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < DEGREE; j++)
      next[i][j] = (i * 2 + j * 3 + 1) % N;
    queue[i] = distance[i] = -5;
    scaled[i] = -1;
  }
}

void search(int next[N][DEGREE], int queue[N], int distance[N],
            float scaled[N])
{
  int head = 0, tail = 1;
  for (int i = 0; i < N; i++)
    distance[i] = -1;
  distance[0] = 0;
  queue[0] = 0;
  while (head < tail) {
    int node = queue[head];
    head++;
    for (int j = 0; j < DEGREE; j++)
      if (distance[next[node][j]] < 0) {
        distance[next[node][j]] = distance[node] + 1;
        queue[tail] = next[node][j];
        tail++;
      }
  }
  for (int i = 0; i < N; i++)
    scaled[i] = distance[i] * 0.25f;
}
