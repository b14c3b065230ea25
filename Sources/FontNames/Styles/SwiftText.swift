import FontModel
enum SwiftText {
    static func words(_ t: String) -> [String] { t.unicodeScalars.split { !($0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))) }.map { String($0) } }
    static func member(_ t: String) -> String? {
        let w = words(t); guard let f = w.first else { return nil }
        let r = f.lowercased() as String + w.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return r.first!.isNumber ? "_" + r : r == "default" ? "`default`" : r
    }
    static func type(_ t: String) -> String? {
        let w = words(t); if w.isEmpty { return nil }
        let r = w.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return r.first!.isNumber ? "_" + r : r
    }
    static func literal(_ t: String) -> String { "\"" + t.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
    static func comment(_ t: String) -> String { DisplayText.harmless(t) }
}
