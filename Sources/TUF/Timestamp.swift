/// A moment in whole seconds, in the form of metadata: `2030-01-31T00:00:00Z`.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The seconds since 1970 in UTC.
    public let seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    /// Reads a date; nil if the text has another form or no such day exists.
    public init?(_ text: String) {
        let form = Array("0000-00-00T00:00:00Z".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == form.count else { return nil }
        var fields = [0, 0, 0, 0, 0, 0]
        var field = 0
        for (byte, sample) in zip(bytes, form) {
            if sample == 0x30 {
                guard (0x30...0x39).contains(byte) else { return nil }
                fields[field] = fields[field] * 10 + Int(byte - 0x30)
            } else {
                guard byte == sample else { return nil }
                field = min(field + 1, 5)
            }
        }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        guard year > 0, (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), fields[3] < 24,
            fields[4] < 60, fields[5] < 60
        else { return nil }
        let clock = fields[3] * 3600 + fields[4] * 60 + fields[5]
        seconds = Int64(Self.dayNumber(year: year, month: month, day: day) * 86_400 + clock)
    }

    public static func < (one: Timestamp, other: Timestamp) -> Bool { one.seconds < other.seconds }

    public var description: String {
        let day = Int(seconds) / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
        let clock = Int(seconds) - day * 86_400
        var year = 1970 + day / 366
        while Self.dayNumber(year: year + 1, month: 1, day: 1) <= day { year += 1 }
        while Self.dayNumber(year: year, month: 1, day: 1) > day { year -= 1 }
        var month = 12
        while Self.dayNumber(year: year, month: month, day: 1) > day { month -= 1 }
        let date = day - Self.dayNumber(year: year, month: month, day: 1) + 1
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let padded = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
        return "\(padded)-\(two(month))-\(two(date))T\(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60))Z"
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(in month: Int, of year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days since 1970-01-01 in the Gregorian calendar.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let past = year - 1
        let leapDays = past / 4 - past / 100 + past / 400
        let before = (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
        return past * 365 + leapDays + before + day - 1 - 719_162
    }
}
