void product(int A[96][120], int B[120][112], int C[96][112]) {
  for (int i = 0; i < 96; i++)
    for (int j = 0; j < 112; j++)
      for (int k = 0; k < 120; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void chain(float A[48][120], float B[120][112], float C[112][64],
           float T[48][112], float D[48][64]) {
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 112; j++) {
      T[i][j] = 0.0f;
      for (int k = 0; k < 120; k++)
        T[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 112; k++)
        D[i][j] += T[i][k] * C[k][j];
}

void modes(float A[12][10][40], float B[40][36], float C[12][10][36]) {
  for (int r = 0; r < 12; r++)
    for (int q = 0; q < 10; q++)
      for (int p = 0; p < 36; p++)
        for (int s = 0; s < 40; s++)
          C[r][q][p] += A[r][q][s] * B[s][p];
}

void vector(double A[64][48], double x[48], double y[64]) {
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 48; k++)
      y[i] += A[i][k] * x[k];
}
