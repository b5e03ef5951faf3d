void two_sums(float A[24][24], float s[24], float q[24], float p[24], float r[24]) {
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++) {
      s[j] = s[j] + r[i] * A[i][j];
      q[i] = q[i] + A[i][j] * p[j];
    }
}
