// C++ in the subset of C: references, bool, constants, casts, default arguments.
#include <cmath>
#include <cstdint>
constexpr int N = 16;
const float scale = 0.5f;
typedef std::int16_t pixel;

static void add(const float &a, float b, float &sum) { sum = sum + a * b; }
static float row(const float (&x)[N], float w = 2.0f) {
  float s = 0.0f;
  for (int j = 0; j < N; ++j)
    add(x[j], w, s);
  return s;
}
static bool inside(int i, int j) { return i > 0 && j < N - 1; }

extern "C" {
void kernel(const float (&A)[N][N], float B[N][N], float &total, bool flip, pixel c[N]) {
  total = 0.0f;
  int last = 0;
  for (int i = 0; i < N; ++i) {
    float r = row(A[i]);
    for (int j = 0; j < N; ++j) {
      float &b = B[i][j];
      bool in = inside(i, j);
      if (flip != in)
        b = static_cast<float>(i) * scale + r;
      else
        b += std::sqrt(std::fabs(A[i][j]));
    }
    last = c[i] = static_cast<pixel>(c[i] + (i < 4));
    total += r;
  }
}
}
int main() { return 0; }
