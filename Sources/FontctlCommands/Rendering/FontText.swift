import FontRegistry
import Foundation
import Glibc
import TUF

// Font properties as text for tables.

extension FontFace {
    /// Returns a name in the user's language with the one that programs know, if they differ.
    func shownName(_ kind: LocalizedName.Kind, for locale: Locale) -> String {
        let own = name(kind, for: Locale(identifier: "en_001"))
        let localized = name(kind, for: locale)
        return localized == own ? own : "\(localized) (\(own))"
    }
}

extension [VariationAxis] {
    /// Returns the range of weights, or the weight of a face without an axis for it.
    func weightText(_ weight: Double) -> String {
        first { $0.tag == "wght" }.map { "\(decimal($0.minimum))–\(decimal($0.maximum))" } ?? decimal(weight)
    }
}

extension FontDescriptor {
    /// The weight, or the range of weights of a variable face without an instance.
    var weightText: String { instance == nil ? face.axes.weightText(face.weight) : decimal(weight) }
}

extension [FontFace] {
    /// The first PostScript names and the number of others.
    var namesText: String {
        map(\.postscriptName).text(first: 4)
    }
}

extension [String] {
    /// Returns the first texts and the number of others.
    ///
    /// - Parameter total: The number of all, if some are not in the list.
    func list(first most: Int, of total: Int? = nil) -> Message {
        let shown = prefix(most).joined(separator: ", ")
        let rest = (total ?? count) - Swift.min(most, count)
        return rest > 0 ? "\(shown) and \(rest) more" : Message(verbatim: shown)
    }

    /// Returns the list for people.
    func text(first most: Int, of total: Int? = nil) -> String { tr(list(first: most, of: total)) }
}

/// Returns a number with a maximum number of decimal places.
func decimal(_ number: Double, places: Int = 2) -> String {
    guard number.isFinite else { return "\(number)" }
    let scale = places == 3 ? 1_000.0 : 100.0
    let rounded = (number * scale).rounded() / scale
    return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
}

/// Returns a decimal number with the separator of the user's locale.
func localizedNumber(_ number: String) -> String {
    guard let locale = FontctlContext.current.formats.numbers, number.contains(".") else { return number }
    return number.replacing(".", with: Locale(identifier: locale).decimalSeparator ?? ".")
}

/// Returns a number of bytes in the largest decimal unit with a value of at least 1, for people.
func byteCount(_ bytes: Int) -> String { tr(byteSize(bytes)) }

/// Returns a number of bytes in the largest decimal unit with a value of at least 1.
func byteSize(_ bytes: Int) -> Message {
    guard bytes >= 1_000 else { return Message(for: bytes, one: "\(bytes) byte", many: "\(bytes) bytes") }
    func text(_ size: Double) -> String { localizedNumber(decimal((size * 10).rounded() / 10)) }
    let kilobytes = Double(bytes) / 1_000
    if kilobytes < 1_000 { return "\(text(kilobytes)) kB" }
    let megabytes = kilobytes / 1_000
    return megabytes < 1_000 ? "\(text(megabytes)) MB" : "\(text(megabytes / 1_000)) GB"
}

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

/// Returns a time of a catalogue as a local date and time; a text that is none as it is.
func timeText(_ text: String) -> String { Timestamp(text).map { timeText(Double($0.seconds)) } ?? text }
