/* What is not affine stands in loops that never run, with a value that it needs
   computed there, between nests that run. */
void never(short A[6][6], short B[6][6], short x[6]) {
  short table[6];
  for (int i = 0; i < 6; i++)
    table[i] = A[i][0] + 1;
  for (int i = 2; i < 1; i++) {
    short t = B[i + 2][i + 1] - A[i + 1][i + 2];
    for (int j = 2; j < i + 1; j++) {
      for (int k = j - 1; k < 4 - j; k++)
        B[k][i] = A[i][j] + t;
      for (int k = 2; k < j + 1; k++)
        x[k] = table[A[i][k] > x[j] ? 1 : 0] - t;
    }
  }
  for (int i = 0; i < 6; i++)
    x[i] = x[i] + table[i];
}
