// A sum in place that reads other elements of its array, under a condition: the
// model and the estimator take different loops for what it waits for.
void apart(double alpha, double A[13][11][8]) {
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      A[j + 3][i + 1][i] -= 0.25 * (0.25 * (0.25 * alpha * A[i + i + 2][i + 1][i]) - 0.5 * A[j + 2][j + 1][i + 2]);
}
