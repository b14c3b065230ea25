import FontClient
import Foundation
import Glibc
import TestSupport
import Testing

extension PrivateService {
    /// Opens a manager of this process on the bus.
    func open() async throws -> FontManager {
        try await FontManager.open(
            provider: "ignored", route: .bus(address: bus.address), context: home.context)
    }
}

extension SyntheticFont {
    /// A variable face that uses everything a record can hold.
    static func rich(_ family: String = "Rich Sans", salt: UInt32 = 0) -> SyntheticFont {
        SyntheticFont(family: family).with { font in
            font.salt = salt
            font.legacyFamily = family + " Four"
            font.legacyStyle = "Bold"
            font.axes = [.weight, .width, .slant]
            font.axes[1].isHidden = true
            font.instances = [
                .init("Regular", ["wght": 400, "wdth": 100, "slnt": 0]),
                .init("Black Tilt", ["wght": 900, "wdth": 75, "slnt": -12], postscriptName: "Quite-Different"),
                .init("Light", ["wght": 300, "wdth": 100, "slnt": 0]),
            ]
            font.localizedNames = [.init(16, language: 0x411, "豊かな"), .init(17, language: 0x407, "Fett")]
            font.revision = 2.5
        }
    }
}
