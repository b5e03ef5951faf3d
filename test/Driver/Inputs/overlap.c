void product(float A[180][240], float B[240][200], float C[180][200]) {
  for (int i = 0; i < 180; i++)
    for (int j = 0; j < 200; j++)
      for (int k = 0; k < 240; k++)
        C[i][j] += A[i][k] * B[k][j];
}
