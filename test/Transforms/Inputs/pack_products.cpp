// All factors of 8 bits: 256 shared ones, 65,536 pairs, -128 x -128 among them.
#include <cstdint>
#include <cstdio>

int main() {
  static int32_t c[256][2];
  static int8_t a[256], b[256][2];
  long equal = 0, differ = 0;
  for (int shared = -128; shared < 128; ++shared)
    for (int upper = -128; upper < 128; ++upper) {
      for (int i = 0; i < 256; ++i) {
        a[i] = int8_t(shared);
        b[i][0] = int8_t(i - 128);
        b[i][1] = int8_t(upper);
      }
      packed(&c[0][0], a, &b[0][0]);
      for (int i = 0; i < 256; ++i) {
        bool first = c[i][0] == shared * (i - 128);
        bool second = c[i][1] == shared * upper;
        equal += first + second;
        differ += !first + !second;
      }
    }
  std::printf("%ld products equal, %ld differ\n", equal, differ);
}
