/* C names that C++ keeps for itself. */
void template(float class[N], float new[N][M], const float this[M])
{
  for (int i = 0; i < N; i++) {
    float namespace = 0;
    for (int j = 0; j < M; j++)
      namespace += new[i][j] * this[j];
    class[i] = namespace;
  }
}
