// Arrays that are not arguments: tables of constants and storage of the design.
#define N 64
#define TAPS 5

static const float weights[TAPS] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
const int offsets[3][2] = {{-1, 2}, {3}, {-2147483647 - 1, 7}};
static float work[N];
int counts[4] = {1, 2, 3};

// A global and a local table, a global array as a place of work.
void smooth(float in[N + TAPS - 1], float out[N]) {
  static const double scale[2] = {0.5, -3.0};
  for (int i = 0; i < N; i++)
    work[i] = in[i] * (float)scale[0];
  for (int i = 0; i < N; i++)
    out[i] = 0.0f;
  for (int k = 0; k < TAPS; k++)
    for (int i = 0; i < N; i++)
      out[i] += weights[k] * work[i] + (float)scale[1];
}

// What a call leaves behind, the next one finds: values that are read before
// they are written are the initial ones.
void state(int in[N], int out[N]) {
  static int last = 7;
  static signed char seen[N];
  for (int i = 0; i < N; i++) {
    out[i] = last + counts[i % 4] + seen[i] + offsets[2][1];
    last = in[i];
    seen[i] = (signed char)(in[i] + offsets[0][0]);
  }
  for (int i = 0; i < 4; i++)
    counts[i] += out[i];
}

// A table that is read at a place that the data say.
void lookup(unsigned char in[N], float out[N]) {
  static const float table[16] = {1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  for (int i = 0; i < N; i++)
    out[i] = table[in[i] % 16];
}

// Two tables of one name; one of them in a function that is called.
static float inner(float x) {
  static const float table[2] = {10.0f, 100.0f};
  return x * table[0] + table[1];
}
void names(float in[N], float out[N]) {
  static const float table[N / 2] = {1.5f, -0.0f};
  for (int i = 0; i < N / 2; i++)
    out[i] = inner(in[i]) * table[i];
  for (int i = N / 2; i < N; i++)
    out[i] = in[i] + table[i - N / 2];
}
