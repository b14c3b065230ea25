import FontModel
import FontRegistry
import Glibc

/// Maps the host's paths, which the service uses, to the paths of this process.
struct HostView: Sendable {
    /// The path at which a sandbox shows the user's font folder, or nil outside of one.
    var userFonts: String?

    static var current: HostView { HostView(userFonts: Sandbox.isFlatpak ? "/run/host/user-fonts" : nil) }

    private static let projection = "/fonts/fontd/"

    /// The folders with registered fonts at other paths than the host's.
    var registeredFolders: [String] { userFonts.map { [$0 + "/fontd"] } ?? [] }

    /// Whether a path is one at which only this process sees a registered font.
    func isShown(_ path: String) -> Bool { registeredFolders.contains { path.hasPrefix($0 + "/") } }

    /// Returns the path of one of the host's files in this process.
    ///
    /// - Parameter wasRemoved: Whether the file was removed from the host.
    /// - Returns: Nil if the file is not visible here.
    func path(_ host: String, wasRemoved: Bool = false) -> String? {
        guard let userFonts, access(host, F_OK) != 0 else { return host }
        guard let place = host.firstRange(of: Self.projection) else { return nil }
        let path = userFonts + "/fontd/" + host[place.upperBound...]
        return wasRemoved || access(path, F_OK) == 0 ? path : nil
    }

    func registration(_ registration: Registration, wasRemoved: Bool = false) -> Registration {
        var registration = registration
        registration.path = registration.path.flatMap { path($0, wasRemoved: wasRemoved) }
        return registration
    }

    func font(_ font: FontDescriptor) -> FontDescriptor {
        var font = font
        font.path = font.path.flatMap { path($0) }
        return font
    }

    /// Returns the resolution among registered fonts: the fonts of the host's system are others than those of this process.
    func resolution(_ resolution: FontResolution) -> FontResolution {
        var resolution = resolution
        if resolution.match?.origin == .system { (resolution.match, resolution.matchedBy) = (nil, nil) }
        resolution.match = resolution.match.map(font)
        resolution.substitute = nil
        if let unusable = resolution.unusable {
            resolution.unusable?.registration = registration(unusable.registration)
        }
        return resolution
    }

    func change(_ change: FontChange) -> FontChange {
        var change = change
        let wasRemoved = change.kind == .removed || change.kind == .disabled
        for index in change.faces.indices {
            change.faces[index].path = change.faces[index].path.flatMap { path($0, wasRemoved: wasRemoved) }
        }
        return change
    }

    func outcome(_ outcome: FontOutcome) -> FontOutcome {
        var outcome = outcome
        let wasRemoved = outcome.status == .unregistered
        outcome.registration = outcome.registration.map { registration($0, wasRemoved: wasRemoved) }
        return outcome
    }
}
