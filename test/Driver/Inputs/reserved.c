// Arrays whose names are taken in C++: by the language, by the functions that load and store.
void f(float new[12][20], float load_new[12][20], float load_[12][20]) {
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 20; j++)
      load_[i][j] = new[i][j] + load_new[i][j];
}
