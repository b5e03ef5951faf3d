// A sum, a step on its results, and another sum of these.
void steps(float A[16][16], float B[16][16], float E[16][16], float G[16][16]) {
  float T[16][16];
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
      T[i][j] = 0;
      for (int k = 0; k < 16; k++)
        T[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      T[i][j] = T[i][j] * 0.5f + 1.0f;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
      G[i][j] = 0;
      for (int k = 0; k < 16; k++)
        G[i][j] += T[i][k] * E[k][j];
    }
}
