import FontModel
import FontRegistry

/// The contents of `/.flatpak-info` of a running Flatpak application (flatpak-metadata(5)).
struct FlatpakInstance: Sendable, Hashable {
    /// The application's id, such as `org.example.Reader`, or the runtime's id if a runtime was run.
    var id: String
    /// The id of the running instance.
    var instance: String?
    /// The folder `app/ID` or `runtime/ID` of the installation that it was run from, which uninstalling removes.
    var deployment: String?

    /// - Throws: `missingEntitlement` (302) for a file that Flatpak cannot have written.
    init(_ text: String, pid: Int32) throws(FontError) {
        guard let groups = Self.groups(of: text) else {
            throw .unknownCaller(pid, "Its /.flatpak-info is not a key file.")
        }
        let kind: String
        switch (groups["Application"]?["name"], groups["Runtime"]?["name"]) {
        case (let name?, nil): (id, kind) = (name, "app")
        case (nil, let name?): (id, kind) = (name, "runtime")
        default: throw .unknownCaller(pid, "Its /.flatpak-info does not name the application.")
        }
        guard ProviderID.isFlatpakApplication(id) else {
            throw .unknownCaller(pid, "Its /.flatpak-info has no valid application id.")
        }
        instance = groups["Instance"]?["instance-id"]
        // The original path, since `--app-path` can replace the application's.
        let path = groups["Instance"]?["original-app-path"] ?? groups["Instance"]?["\(kind)-path"]
        deployment = path.flatMap { [id] in Self.deployment($0, of: "/\(kind)/\(id)") }
    }

    /// Returns the part of a path up to the folder of an application.
    private static func deployment(_ path: String, of folder: String) -> String? {
        let path = path + "/"
        guard path.hasPrefix("/"), let place = path.firstRange(of: folder + "/") else { return nil }
        return String(path[..<place.upperBound].dropLast())
    }

    /// Returns the groups of a key file, or nil if the text is not a key file or has a duplicate group or key.
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

    /// Resolves the escapes of the Desktop Entry Specification; returns nil for other escapes.
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
            // In a list, which keeps this escape.
            case ";": value.append("\\;")
            default: return nil
            }
        }
        return value
    }
}
