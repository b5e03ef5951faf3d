void product(float alpha, float A[60][80], float B[80][70], float C[60][70]) {
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 70; j++) {
      C[i][j] *= alpha;
      for (int k = 0; k < 80; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}
