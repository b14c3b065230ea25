import FontModel

/// What `/.flatpak-info` says of a running Flatpak application (flatpak-metadata(5)).
struct FlatpakInstance: Sendable, Hashable {
    /// The application's id, such as `org.example.Reader`; of a runtime that was run, the runtime's.
    var id: String
    /// Which of the running instances it is.
    var instance: String?
    /// The folder `app/ID` (or `runtime/ID`) of the installation it was run from; it goes when it is uninstalled.
    var deployment: String?

    /// - Throws: 302 for a file that Flatpak would not have written.
    init(_ text: String, pid: Int32) throws(FontError) {
        guard let groups = Self.groups(of: text) else {
            throw .unknownCaller(pid, "its /.flatpak-info is no key file")
        }
        let kind: String
        switch (groups["Application"]?["name"], groups["Runtime"]?["name"]) {
        case (let name?, nil): (id, kind) = (name, "app")
        case (nil, let name?): (id, kind) = (name, "runtime")
        default: throw .unknownCaller(pid, "its /.flatpak-info does not say which application it is")
        }
        guard Self.isValid(id) else { throw .unknownCaller(pid, "its /.flatpak-info has no valid application id") }
        instance = groups["Instance"]?["instance-id"]
        // What `--app-path` put in the application's place is beside the point.
        let path = groups["Instance"]?["original-app-path"] ?? groups["Instance"]?["\(kind)-path"]
        deployment = path.flatMap { [id] in Self.deployment($0, of: "/\(kind)/\(id)") }
    }

    /// The part of a path up to the folder of an application.
    private static func deployment(_ path: String, of folder: String) -> String? {
        let path = path + "/"
        guard path.hasPrefix("/"), let place = path.firstRange(of: folder + "/") else { return nil }
        return String(path[..<place.upperBound].dropLast())
    }

    /// As Flatpak asks of names: at least three elements of letters, digits, `_` and `-`, none beginning with a digit;
    /// 255 bytes at most.
    static func isValid(_ id: String) -> Bool {
        let elements = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return id.utf8.count <= 255 && elements.count >= 3
            && elements.allSatisfy { element in
                guard let first = element.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                    return false
                }
                return element.allSatisfy {
                    switch $0 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
            }
    }

    /// The groups of a key file; nil if it is none, or says anything twice.
    private static func groups(of text: String) -> [String: [String: String]]? {
        var groups: [String: [String: String]] = [:]
        var group: String?
        for line in text.split(separator: "\n") where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
            if line.hasPrefix("["), line.hasSuffix("]") {
                let name = String(line.dropFirst().dropLast())
                guard groups.updateValue([:], forKey: name) == nil else { return nil }
                group = name
            } else {
                guard let group, let equals = line.firstIndex(of: "=") else { return nil }
                let key = trimmed(line[..<equals])
                guard !key.isEmpty, let value = unescaped(trimmed(line[line.index(after: equals)...])),
                    groups[group, default: [:]].updateValue(value, forKey: key) == nil
                else { return nil }
            }
        }
        return groups
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" && $0 != "\r" }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// The Desktop Entry Specification's escapes; nil for others.
    private static func unescaped(_ text: String) -> String? {
        guard text.contains("\\") else { return text }
        var value = ""
        var rest = text.makeIterator()
        while let character = rest.next() {
            guard character == "\\" else {
                value.append(character)
                continue
            }
            switch rest.next() {
            case "s": value.append(" ")
            case "n": value.append("\n")
            case "t": value.append("\t")
            case "r": value.append("\r")
            case "\\": value.append("\\")
            // Of lists, which keep theirs.
            case ";": value.append("\\;")
            default: return nil
            }
        }
        return value
    }
}
