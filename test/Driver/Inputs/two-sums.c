// Four readers of one array; a condition reads it as well.
void sums(float A[31][13], float B[31][13], float x[31], float y[13],
          float z[31], float w[31]) {
  for (int i = 0; i < 31; i++) {
    z[i] = 0;
    for (int j = 0; j < 13; j++)
      z[i] += A[i][j] * y[j];
  }
  for (int i = 0; i < 31; i++)
    for (int j = 0; j < 13; j++)
      B[i][j] = B[i][j] + A[i][j] * A[30 - i][j];
  for (int j = 0; j < 13; j++)
    for (int i = 0; i < 31; i++)
      w[i] = w[i] + x[i] * A[i][j];
  for (int i = 0; i < 31; i++)
    x[i] = A[i][3] > 1 ? x[i] : w[i];
}
