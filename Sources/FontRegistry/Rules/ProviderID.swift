package import FontModel

/// The ids of providers.
///
/// Each kind of provider has a form of its own, so that an id stands for one provider of one kind wherever it is
/// written: in the policy, in the store, on the bus.
///
/// | kind | form |
/// | --- | --- |
/// | Flatpak application | `flatpak:org.example.Reader` |
/// | snap | `snap:reader` |
/// | unit of the user's systemd | `reader.service`, `app-org.example.Reader.service` |
/// | program | its absolute path |
/// | the user | `user` |
/// | program that uses the store and names itself | any other text, such as `org.example.Reader` |
package enum ProviderID {
    private static let flatpakPrefix = "flatpak:"
    private static let snapPrefix = "snap:"

    package static func flatpak(_ application: String) -> String { flatpakPrefix + application }

    package static func snap(_ name: String) -> String { snapPrefix + name }

    /// Returns the kind that the form of an id shows; nil for the user and for names that programs gave themselves.
    package static func kind(of id: String) -> ProviderKind? {
        if id.hasPrefix(flatpakPrefix) { return .flatpak }
        if id.hasPrefix(snapPrefix) { return .snap }
        if id.hasPrefix("/") { return .executable }
        return id.hasSuffix(".service") ? .unit : nil
    }

    /// Whether an id is that of a program in a sandbox.
    package static func isSandboxed(_ id: String) -> Bool {
        switch kind(of: id) {
        case .flatpak, .snap: true
        case .unit, .executable, nil: false
        }
    }

    /// Returns the id that an entry of the policy is for.
    ///
    /// The policy is for callers on the bus, and among these only a Flatpak has a name of this form, so that its prefix
    /// can be left out.
    package static func inPolicy(_ id: String) -> String {
        kind(of: id) == nil && isFlatpakApplication(id) ? flatpak(id) : id
    }

    /// Whether an id that begins as those of a kind of sandboxes is one.
    static func isWellFormed(_ id: String) -> Bool {
        switch kind(of: id) {
        case .flatpak: isFlatpakApplication(String(id.dropFirst(flatpakPrefix.count)))
        case .snap: !id.dropFirst(snapPrefix.count).isEmpty
        case .unit, .executable, nil: true
        }
    }

    /// Whether a program may give this name to itself.
    package static func canBeChosen(_ id: String) -> Bool { kind(of: id) == nil && id != Caller.userProvider }

    /// Whether a text is the id of a Flatpak application.
    ///
    /// It has at least three elements of letters, digits, `_` and `-`, none of which begins with a digit, and at most
    /// 255 bytes; see flatpak(1).
    package static func isFlatpakApplication(_ id: String) -> Bool {
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
}
