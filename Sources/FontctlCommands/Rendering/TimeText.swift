import Foundation
import Glibc

/// Returns a time in seconds since 1970-01-01 UTC as a local date and time, in the form of the user's locale; empty if
/// there is no such date.
func timeText(_ seconds: Double) -> String {
    guard let number = time_t(exactly: seconds.rounded(.down)) else { return "" }
    var (time, parts) = (number, tm())
    guard localtime_r(&time, &parts) != nil else { return "" }
    if let locale = FontctlContext.current.formats.times {
        let style = Date.FormatStyle(date: .numeric, time: .standard, locale: Locale(identifier: locale))
        return Date(timeIntervalSince1970: Double(number)).formatted(style)
    }
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}
