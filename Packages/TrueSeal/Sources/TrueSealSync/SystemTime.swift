#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The calendar's time, which no part of the language offers without Foundation.
enum SystemTime {
  /// Milliseconds since 1970; `clock_gettime` with `CLOCK_REALTIME`.
  static func unixMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
