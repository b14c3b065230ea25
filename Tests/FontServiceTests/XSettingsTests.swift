import Testing

@testable import FontService

/// The settings of an X display are bytes of other programs, which must remain as they are.
@Suite struct XSettingsTests {
    /// An integer, a string and a colour, of the serials 1 to 3, in settings of the serial 7.
    private static let others: [[UInt8]] = [
        [0, 0, 5, 0] + Array("Net/A".utf8) + [0, 0, 0] + [1, 0, 0, 0] + [42, 0, 0, 0],
        [1, 0, 8, 0] + Array("Gtk/Name".utf8) + [2, 0, 0, 0] + [5, 0, 0, 0] + Array("Serif".utf8) + [0, 0, 0],
        [2, 0, 1, 0] + Array("C".utf8) + [0, 0, 0] + [3, 0, 0, 0] + [1, 0, 2, 0, 3, 0, 4, 0],
    ]
    private static let serial: [UInt8] = [7, 0, 0, 0]

    private static func settings(_ members: [[UInt8]]) -> [UInt8] {
        [0, 0, 0, 0] + serial + [UInt8(members.count), 0, 0, 0] + members.flatMap(\.self)
    }

    private static func timestamp(_ seconds: UInt8, serial: [UInt8] = serial) -> [UInt8] {
        [0, 0, 20, 0] + Array("Fontconfig/Timestamp".utf8) + serial + [seconds, 0, 0, 0]
    }

    @Test func newSettingsHaveTheTimestampOnly() {
        #expect(
            XSettings.settings([], withTimestamp: 5) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
                + Self.timestamp(5, serial: [0, 0, 0, 0]))
    }

    @Test func othersRemainByteForByte() {
        let first = XSettings.settings(Self.settings(Self.others), withTimestamp: 5)
        #expect(first == Self.settings(Self.others + [Self.timestamp(5)]))
        #expect(
            first.flatMap { XSettings.settings($0, withTimestamp: 6) }
                == Self.settings(Self.others + [Self.timestamp(6)]))
    }

    @Test func anotherProgramsTimestampIsReplaced() {
        let present = Self.settings([Self.timestamp(1), Self.others[0]])
        #expect(
            XSettings.settings(present, withTimestamp: 9) == Self.settings([Self.others[0], Self.timestamp(9)]))
    }

    @Test func invalidSettingsAreLeftAlone() {
        let whole = Self.settings(Self.others + [Self.timestamp(1)])
        for count in 1..<whole.count {
            #expect(XSettings.settings(Array(whole.prefix(count)), withTimestamp: 5) == nil)
        }
        var other = whole
        other[0] = 1
        #expect(XSettings.settings(other, withTimestamp: 5) == nil, "another byte order")
        other = whole
        other[12] = 9
        #expect(XSettings.settings(other, withTimestamp: 5) == nil, "an unknown type")
        other = whole
        other.replaceSubrange(8..<12, with: [255, 255, 255, 255])
        #expect(XSettings.settings(other, withTimestamp: 5) == nil, "more settings than bytes")
    }
}
