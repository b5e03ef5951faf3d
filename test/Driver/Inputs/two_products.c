// Two matrices times one vector.
void two_products(float A[250][250], float B[250][250], float x[250],
                  float u[250], float v[250]) {
  for (int i = 0; i < 250; ++i) {
    u[i] = 0.0f;
    for (int j = 0; j < 250; ++j)
      u[i] += A[i][j] * x[j];
  }
  for (int i = 0; i < 250; ++i) {
    v[i] = 0.0f;
    for (int j = 0; j < 250; ++j)
      v[i] += B[i][j] * x[j];
  }
}
