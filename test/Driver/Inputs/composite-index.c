void halves(float x[160][100], float sums[100][2], float y[160][100]) {
  for (int i = 0; i < 80; i++)
    for (int p = 0; p < 2; p++)
      for (int j = 0; j < 100; j++)
        sums[j][p] += x[i * 2 + p][j];
  for (int r = 0; r < 160; r++)
    for (int j = 0; j < 100; j++)
      y[r][j] = x[r][j] * 2.0f;
}
