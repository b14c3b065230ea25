import Glibc

/// The programs that are installed, by the ids that they have as providers.
package enum InstalledPrograms {
    /// Whether the program with an id is installed; false for units, and for names that programs give themselves.
    package static func contains(_ id: String, _ paths: FontPaths) -> Bool {
        let name = id.split(separator: ":", maxSplits: 1).last ?? ""
        let places: [String] =
            switch ProviderID.kind(of: id) {
            case .flatpak: ["/var/lib/flatpak/app/\(name)", "\(paths.dataHome)/flatpak/app/\(name)"]
            case .snap: ["/snap/\(name)", "/var/lib/snapd/snap/\(name)"]
            case .executable: [id]
            case .unit, nil: []
            }
        return places.contains { access($0, F_OK) == 0 }
    }
}
