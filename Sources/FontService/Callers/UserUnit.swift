import FontRegistry

/// A unit of the user's systemd that stands for the same program at every start.
struct UserUnit: Sendable, Hashable {
    /// The unit's name; for an application in the form that desktops use, `app-ID.service` without the parts that differ
    /// between launchers and starts.
    ///
    /// See https://systemd.io/DESKTOP_ENVIRONMENTS.
    let id: String

    /// - Returns: Nil for a unit whose name changes at every start, or that unrelated programs share.
    init?(_ unit: String) {
        if let application = Self.application(unit) {
            id = "app-\(application).service"
        } else if ProviderID.isUnitName(unit), !Self.ambiguous.contains(where: { unit.hasPrefix($0) }) {
            id = unit
        } else {
            return nil
        }
    }

    /// Returns the id in `app[-LAUNCHER]-ID-RANDOM.scope` or `app[-LAUNCHER]-ID[@RANDOM].service`.
    private static func application(_ unit: String) -> String? {
        let isScope = unit.hasSuffix(".scope")
        guard let dot = unit.lastIndex(of: "."), unit.hasPrefix("app-") else { return nil }
        var name = unit[..<dot].dropFirst("app-".count)
        if !isScope, let at = name.firstIndex(of: "@") { name = name[..<at] }
        // Dashes within a part are escaped, so splitting at dashes gives the parts.
        var parts = name.split(separator: "-", omittingEmptySubsequences: false)
        if isScope { _ = parts.popLast() }
        guard (1...2).contains(parts.count), let id = parts.last.flatMap(unescaped), isApplicationID(id) else {
            return nil
        }
        return id
    }

    /// Reverses the escapes of systemd-escape(1) in a part of a name.
    private static func unescaped(_ part: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard rest.popFirst() == UInt8(ascii: "x"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns whether a text can be the name of a desktop file without its extension.
    private static func isApplicationID(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 255 && !id.hasPrefix(".")
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_+".contains($0)) }
    }

    /// The beginnings of names that do not stand for one program.
    private static let ambiguous = [
        // They change at every start, like those that `systemd-run` and dbus-broker create.
        "run-r", "run-u", "run-p", "dbus-:", "vte-spawn-", "tmux-spawn-", "app-",
        // Unrelated programs run in the unit: that a bus activates, that a session starts, or that are run in a
        // terminal that outlives its window.
        "dbus.service", "dbus-broker.service", "fontd.service", "gnome-session", "gnome-terminal-server.service",
        "plasma-ksmserver", "plasma-core", "plasma-kded", "plasma-plasmashell", "plasma-krunner",
        "plasma-kglobalaccel", "xfce4-session", "org.gnome.Shell", "session-", "user@", "tmux", "screen",
        "emacs.service", "sshd", "podman",
    ]
}
