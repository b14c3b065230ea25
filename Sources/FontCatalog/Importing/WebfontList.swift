import FontModel
import Foundation

/// The list of families of the Google Fonts interface for developers: `webfonts#webfontList`.
struct WebfontList: Decodable {
    /// A family, with an address for each style.
    struct Item: Decodable {
        struct Axis: Decodable {
            var tag: String
            var start: Double
            var end: Double
        }

        var family: String
        var category: String?
        var lastModified: String?
        var files: [String: String]?
        var axes: [Axis]?
    }

    private var kind: String
    private var items: [Item]

    /// Reads a list; nil if the file is something else.
    static func read(_ bytes: [UInt8]) -> WebfontList? {
        guard let list = try? JSONDecoder().decode(WebfontList.self, from: Data(bytes)),
            list.kind == "webfonts#webfontList"
        else { return nil }
        return list
    }

    /// Returns what the list says of its families.
    ///
    /// - Parameter folder: The folder, whose path ends with a slash.
    func claims(of file: String, inFolder folder: String) -> [FamilyClaims] {
        items.map { item in
            var claims = FamilyClaims(file: file, folder: folder, family: item.family)
            claims.category = item.category.map(ClaimText.word)
            claims.revised = ClaimText.day(item.lastModified)
            claims.axes = (item.axes ?? []).map { .init(tag: $0.tag, minimum: $0.start, maximum: $0.end) }
            claims.files = (item.files ?? [:]).sorted { $0.key < $1.key }.compactMap { variant, address in
                // The interface still writes HTTP for some, and serves all over HTTPS.
                let isGoogle = address.hasPrefix("http://fonts.gstatic.com/")
                guard let address = ClaimText.address(isGoogle ? "https" + address.dropFirst(4) : address) else {
                    return nil
                }
                var claimed = FamilyClaims.File(names: [ClaimText.fileName(ofAddress: address)])
                claimed.addresses = [address]
                claimed.isItalic = variant.hasSuffix("italic")
                let weight = variant.replacing("italic", with: "")
                claimed.weight = ["", "regular"].contains(weight) ? 400 : Double(weight)
                return claimed
            }
            return claims
        }
    }
}
