void sides(float A[100][120], float x[120], float u[100], float y[100],
           float z[120], float D[100][120]) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 120; j++)
      y[i] += A[i][j] * x[j];
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 120; j++)
      z[j] += A[i][j] * u[i];
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 120; j++)
      D[i][j] = A[i][j] - y[i] * z[j];
}

void product(int A[48][60], int B[60][36], int C[48][36]) {
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 36; j++)
      for (int k = 0; k < 60; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void modes(double A[6][10][40], double B[40][36], double C[6][10][36]) {
  for (int r = 0; r < 6; r++)
    for (int q = 0; q < 10; q++)
      for (int p = 0; p < 36; p++)
        for (int s = 0; s < 40; s++)
          C[r][q][p] += A[r][q][s] * B[s][p];
}
