void nested(int n, int table[60][60]) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      if (j - 1 >= 0 && i + 1 < n)
        table[i][j] += table[i + 1][j - 1];
      table[i][j] = i < n - 1 ? table[i + 1][j] : 0;
    }
}

void mirrored(int m, int k, int l, int x[40]) {
  for (int i = 0; i < m; i++)
    if (m > i + 1)
      x[i + 1] = 0;
  for (int i = 0; i < k; i++)
    if (k - 1 > i && x[i + 1] > 0)
      x[i] = 0;
  for (int i = 0; i < l; i++)
    if (i > 3)
      x[i + 1] = 0;
}
