// What host programs use of XRT, on the host alone: tests run them without a
// card. FAKE_KERNEL is the C++ kernel that stands for the one on the card.
#ifndef FAKE_XRT_DEVICE_H
#define FAKE_XRT_DEVICE_H
#include <fstream>
#include <stdexcept>
#include <string>

enum ert_cmd_state { ERT_CMD_STATE_COMPLETED = 4, ERT_CMD_STATE_TIMEOUT = 8 };

namespace xrt {
using uuid = std::string;

struct device {
  explicit device(unsigned index) {
    if (index != 0)
      throw std::runtime_error("no such device");
  }
  uuid load_xclbin(const std::string &path) {
    if (!std::ifstream(path))
      throw std::runtime_error("cannot read " + path);
    return path;
  }
};
} // namespace xrt
#endif
