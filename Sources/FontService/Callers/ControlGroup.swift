import FontRegistry

/// A parser for `/proc/PID/cgroup`, which shows what started a process.
enum ControlGroup {
    /// Returns the path that systemd manages: in its own hierarchy (version 1), or else in the unified one (version 2).
    private static func path(_ text: String) -> Substring? {
        var unified: Substring?
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[2].hasPrefix("/") else { continue }
            if fields[1] == "name=systemd" { return fields[2] }
            if fields[0] == "0", fields[1].isEmpty { unified = fields[2] }
        }
        return unified
    }

    /// Returns the unit of the user's or the system's systemd that a path of a hierarchy leads to.
    ///
    /// Folders below a unit belong to the unit: a container can create folders of any name there.
    private static func unit(_ path: Substring) -> (name: Substring, isOfUser: Bool)? {
        let folders = path.split(separator: "/")
        let manager = folders.firstIndex { $0.hasPrefix("user@") && $0.hasSuffix(".service") }
        // Slices only group units; sd_pid_get_user_unit(3) skips them in the same way.
        guard let unit = folders[(manager.map { $0 + 1 } ?? 0)...].first(where: { !$0.hasSuffix(".slice") }),
            unit.hasSuffix(".service") || unit.hasSuffix(".scope")
        else { return nil }
        return (unit, manager != nil)
    }

    /// Returns the unit of the user's systemd that a process belongs to.
    ///
    /// The result is nil for processes outside of it, such as login sessions, services of the system, and containers
    /// that see only a part of the hierarchy.
    static func userUnit(_ text: String) -> String? {
        guard let unit = path(text).flatMap(unit), unit.isOfUser else { return nil }
        // systemd prefixes an underscore to names that the kernel reserves.
        return String(unit.name.hasPrefix("_") ? unit.name.dropFirst() : unit.name)
    }

    /// Returns the snap that a process belongs to.
    static func snap(_ text: String) -> String? {
        text.split(separator: "\n").lazy.compactMap { line in
            let path = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last
            return path.flatMap(unit).flatMap { Snap.name(tag: $0.name) }
        }.first
    }
}

/// The names that snapd gives to a snap's processes.
enum Snap {
    /// Returns the snap of a security tag such as `snap.firefox.firefox`, which may also be the start of a unit's name.
    static func name(tag: some StringProtocol) -> String? {
        let parts = tag.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "snap", ProviderID.isSnapName(parts[1]), !parts[2].isEmpty else {
            return nil
        }
        return String(parts[1])
    }

    /// Returns the snap of an AppArmor label such as `snap.firefox.firefox (enforce)`.
    static func name(label: String) -> String? {
        label.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\0" }).first.flatMap { name(tag: $0) }
    }
}
