// A product of a product's transpose: all of the first one waits in a memory.
void turned(float A[96][96], float B[96][96], float C[96][96], float D[96][96],
            float E[96][96]) {
  for (int i = 0; i < 96; i++)
    for (int j = 0; j < 96; j++) {
      D[i][j] = 0;
      for (int k = 0; k < 96; k++)
        D[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 96; i++)
    for (int j = 0; j < 96; j++) {
      E[i][j] = 0;
      for (int k = 0; k < 96; k++)
        E[i][j] += D[k][i] * C[k][j];
    }
}
