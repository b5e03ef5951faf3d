// A sum in place that reads other elements of its array, under a condition:
// where the outer loop is pipelined, the model takes its iterations for apart
// and the estimator does not.
void apart(short A[11], short C[14][25], short L[26][13][25]) {
  for (int i = 1; i < 11; i++)
    for (int j = 2; j < i + 1; j++)
      L[j + 2][j][j + 4] += ((L[j][i][i + 4] < C[i + 1][j] ? L[j][i][i + 4] : C[i + 1][j]) + (A[i - 1] - L[j + 2][i + 1][j + 2]));
}
