/* Names that emitted code uses itself, keywords of C++, macros and functions of
   its headers. */
void log(float buffer[16][20], float beat[16], float i0[20], float b0[16],
         float template[16], float INT8_MAX[16], float hls[16], float lane[16],
         float load_beat[16], float task_S0[16], float pass, float set) {
  float twice = 2.0f * pass;
  for (int i = 0; i < 16; i++) {
    float v = pass * b0[i] + hls[i] * lane[i];
    beat[i] = set;
    for (int b = 0; b < 20; b++)
      beat[i] += v * buffer[i][b] * i0[b];
    float squared = INT8_MAX[i] * twice;
    template[i] = beat[i] + squared * squared + load_beat[i] * task_S0[i];
  }
}
