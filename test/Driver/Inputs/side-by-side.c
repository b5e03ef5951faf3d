void side(float A[48][60], float B[60][40], float E[48][40],
            float C[40][30], float D[30][50], float F[40][50],
            float G[48][50]) {
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 40; j++) {
      E[i][j] = 0.0f;
      for (int k = 0; k < 60; k++)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++) {
      F[i][j] = 0.0f;
      for (int k = 0; k < 30; k++)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 50; j++) {
      G[i][j] = 0.0f;
      for (int k = 0; k < 40; k++)
        G[i][j] += E[i][k] * F[k][j];
    }
}
