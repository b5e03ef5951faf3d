// A buffer object: what the host maps and what the card sees are apart until
// they are synchronised.
#ifndef FAKE_XRT_BO_H
#define FAKE_XRT_BO_H
#include <cstddef>
#include <vector>
#include <xrt/xrt_device.h>

enum xclBOSyncDirection { XCL_BO_SYNC_BO_TO_DEVICE, XCL_BO_SYNC_BO_FROM_DEVICE };

namespace xrt {
struct bo {
  bo(const device &, std::size_t bytes, int) : host(bytes), card(bytes) {}
  template <typename Map> Map map() {
    return reinterpret_cast<Map>(host.data());
  }
  void sync(xclBOSyncDirection direction) {
    (direction == XCL_BO_SYNC_BO_TO_DEVICE ? card : host) =
        direction == XCL_BO_SYNC_BO_TO_DEVICE ? host : card;
  }

  std::vector<char> host, card;
};
} // namespace xrt
#endif
