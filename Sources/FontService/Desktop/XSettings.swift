/// The settings of an X display's programs, in the form of the property `_XSETTINGS_SETTINGS`.
///
/// The XSETTINGS specification describes it: a byte order, a serial, a count, and the settings, each padded to four
/// bytes.
enum XSettings {
    static let timestampName = "Fontconfig/Timestamp"

    /// Returns settings with another timestamp of the fonts; nil if the given ones are invalid.
    ///
    /// The serial remains: a program that compares serials would otherwise ignore the manager's next change, if that has
    /// the same serial.
    ///
    /// - Parameter settings: The present settings; none for new ones.
    static func settings(_ settings: [UInt8], withTimestamp seconds: UInt32) -> [UInt8]? {
        let present = settings.isEmpty ? [isLittleEndian ? 0 : 1] + [UInt8](repeating: 0, count: 11) : settings
        var reader = Reader(bytes: present)
        // Clients and the server have the same byte order on one machine; the settings of another one are left alone.
        guard let order = reader.take(4)?.first, order == (isLittleEndian ? 0 : 1), let serial = reader.take(4),
            let count = reader.number(UInt32.self)
        else { return nil }
        var kept: [UInt8] = []
        var number: UInt32 = 1
        for _ in 0..<count {
            let start = reader.place
            guard let name = reader.setting() else { return nil }
            if name == Array(timestampName.utf8) { continue }
            kept += present[start..<reader.place]
            number += 1
        }
        let name = Array(timestampName.utf8)
        return Array(present[..<4]) + serial + bytes(number) + kept
            + [0, 0] + bytes(UInt16(name.count)) + name + serial + bytes(seconds)
    }

    private static var isLittleEndian: Bool { 1.littleEndian == 1 }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        mutating func take(_ count: Int) -> [UInt8]? {
            guard count <= bytes.count - place else { return nil }
            defer { place += count }
            return Array(bytes[place..<(place + count)])
        }

        mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
            take(MemoryLayout<Number>.size)?.withUnsafeBytes { $0.loadUnaligned(as: type) }
        }

        /// Skips a setting and returns its name.
        mutating func setting() -> [UInt8]? {
            func padded(_ count: Int) -> Int { (count + 3) & ~3 }
            guard let kind = take(2)?.first, let length = number(UInt16.self), let name = take(padded(Int(length))),
                take(4) != nil
            else { return nil }
            let value: [UInt8]? =
                switch kind {
                case 0: take(4)
                case 1: number(UInt32.self).flatMap { take(padded(Int($0))) }
                case 2: take(8)
                default: nil
                }
            return value == nil ? nil : Array(name.prefix(Int(length)))
        }
    }
}
