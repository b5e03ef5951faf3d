// A kernel that is a function of this program.
#ifndef FAKE_XRT_KERNEL_H
#define FAKE_XRT_KERNEL_H
#include <xrt/xrt_bo.h>
#include FAKE_HEADER

namespace xrt {
struct run {
  ert_cmd_state wait() {
#ifdef FAKE_TIMEOUT
    return ERT_CMD_STATE_TIMEOUT;
#else
    return ERT_CMD_STATE_COMPLETED;
#endif
  }
};

#ifdef FAKE_MANY_KERNELS
// Kernels that streams join do not run one by one: this compiles alone.
struct kernel {
  kernel(const device &, const uuid &, const std::string &) {}
  int group_id(int argument) { return argument; }
  template <typename... Arguments> run operator()(Arguments &&...) {
    return run();
  }
};
#else
struct kernel {
  kernel(const device &, const uuid &, const std::string &name) {
    if (name != FAKE_NAME)
      throw std::runtime_error("no kernel " + name);
  }
  int group_id(int argument) { return argument; }

  template <typename... Arguments> run operator()(Arguments &...arguments) {
    call(FAKE_KERNEL, arguments...);
    return run();
  }

private:
  template <typename To> static To as(To &value) { return value; }
  template <typename To> static To as(bo &buffer) {
    return reinterpret_cast<To>(buffer.card.data());
  }
  template <typename... Parameters, typename... Arguments>
  static void call(void (*function)(Parameters...), Arguments &...arguments) {
    function(as<Parameters>(arguments)...);
  }
};
#endif
} // namespace xrt
#endif
