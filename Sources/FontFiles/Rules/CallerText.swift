package import FontModel
import Foundation

/// Checks of the caller's texts that are stored and shown to others: provider ids and tags.
package enum CallerText {
    /// Checks a provider's id.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if it is not one line of at most
    ///   ``FontLimits/providerLength`` bytes, or a reserved word; `insufficientInfo` (303) if it begins as that of a
    ///   program in a sandbox and is none.
    package static func checkProvider(_ id: String) throws(FontError) {
        guard id.utf8.count <= FontLimits.providerLength, !hasControls(id), !id.allSatisfy(\.isWhitespace),
            !isReserved(id), isComposed(id)
        else {
            throw FontError(
                .exceededResourceLimit,
                "A provider's id is one line of 1 to \(FontLimits.providerLength) bytes without control and formatting characters, such as org.example.Reader, and not one of the words default, sandboxed and fontd. Specify a shorter or simpler one."
            )
        }
        if ProviderID.isSandboxed(id), let form = ProviderID.expectedForm(inPolicy: id) {
            throw ProviderID.malformed(id, form)
        }
    }

    /// Checks an id that a program gives to itself.
    ///
    /// - Throws: The errors of ``checkProvider(_:)``, or `FontError` with code
    ///   `missingEntitlement` (302) if the id is one that the user or another kind of provider has.
    package static func checkChosen(_ id: String) throws(FontError) {
        try checkProvider(id)
        guard ProviderID.canBeChosen(id.trimmingCharacters(in: .whitespaces)) else {
            throw FontError(
                .missingEntitlement,
                "A program cannot choose the id \(id): it is the user's, or the system assigns it. Specify a name such as org.example.Reader."
            )
        }
    }

    /// Whether a text is in Unicode's composed form (NFC).
    ///
    /// Texts in other forms can be equal as strings without having the same bytes.
    package static func isComposed(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 } || text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
    }

    /// Whether an id is a word with which the user's policy refers to all programs or to sandboxed ones, or our own name.
    static func isReserved(_ id: String) -> Bool { ["default", "sandboxed", "fontd"].contains(id) }

    /// Whether a text has control or formatting characters or several lines.
    static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { isControl($0) || $0.properties.generalCategory == .format }
    }

    /// Checks a tag.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if it is not one line of at most
    ///   ``FontLimits/tagLength`` bytes.
    package static func checkTag(_ tag: String?, file: String? = nil) throws(FontError) {
        guard let tag, tag.utf8.count > FontLimits.tagLength || tag.unicodeScalars.contains(where: isControl) else {
            return
        }
        throw FontError(
            .exceededResourceLimit,
            "A tag is one line of at most \(FontLimits.tagLength) bytes without control characters. Specify a shorter or simpler one.",
            file: file)
    }

    /// Checks the targets and tags of a change.
    ///
    /// - Throws: The error of a target (306), or `FontError` with code `exceededResourceLimit` (106) for an invalid tag or
    ///   too many.
    package static func check(_ change: RegistrationChange) throws(FontError) {
        if let failure = change.targets.lazy.compactMap(\.failure).first { throw failure }
        guard case .tag(let added, let removed) = change.verb else { return }
        guard max(added.count, removed.count) <= FontLimits.tagsPerRegistration else {
            throw FontError(
                .exceededResourceLimit,
                "A change can add at most \(FontLimits.tagsPerRegistration) tags and remove as many. Make several changes."
            )
        }
        for tag in added + removed { try checkTag(tag) }
    }

    /// Checks the names of collections and families in changes of collections.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) for a name that is no tag or for too many families,
    ///   `insufficientInfo` (303) if a name is missing.
    package static func check(_ changes: [CollectionChange]) throws(FontError) {
        var families = 0
        for change in changes {
            let named = change.action == .order ? [] : [change.collection]
            let renamed = change.action == .rename ? [change.newName ?? ""] : []
            for name in named + renamed + change.names + change.families {
                guard !name.allSatisfy(\.isWhitespace) else {
                    throw FontError(.insufficientInfo, "A collection needs a name. Nothing was changed. Specify one.")
                }
                try checkTag(name)
            }
            families += change.families.count + change.registrations.count + change.names.count
        }
        guard max(families, changes.count) <= FontLimits.collectedFamilies else {
            throw FontError(
                .exceededResourceLimit,
                "A change can concern at most \(FontLimits.collectedFamilies) families. Make several changes.")
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension Caller {
    /// Checks the id of the provider, which a program chooses for itself.
    ///
    /// - Throws: The errors of ``CallerText/checkProvider(_:)`` and ``CallerText/checkChosen(_:)``.
    package func checkProvider() throws(FontError) {
        if isThisProgram, authority == .provider {
            try CallerText.checkChosen(provider)
        } else {
            try CallerText.checkProvider(provider)
        }
    }
}

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
/// | catalogue that the user downloads from | `catalog:example` |
/// | program that uses the store and names itself | any other text, such as `org.example.Reader` |
package enum ProviderID {
    private static let flatpakPrefix = "flatpak:"
    private static let snapPrefix = "snap:"
    private static let catalogPrefix = "catalog:"

    package static func flatpak(_ application: String) -> String { flatpakPrefix + application }

    package static func snap(_ name: String) -> String { snapPrefix + name }

    /// The id of the owner of downloads from a catalogue, for which only the engine of downloads acts.
    package static func catalog(_ id: String) -> String { catalogPrefix + id }

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

    /// Checks an entry's id in the policy, which is that of a program on the bus.
    ///
    /// - Throws: The errors of ``CallerText/checkProvider(_:)``, and `insufficientInfo` (303) if no program can have the id.
    package static func checkInPolicy(_ id: String) throws(FontError) {
        try CallerText.checkProvider(id)
        if let form = expectedForm(inPolicy: id) { throw malformed(id, form) }
    }

    /// Returns the form that an id of its kind has in the policy, with an example; nil if the id has it.
    package static func expectedForm(inPolicy id: String) -> Form? {
        guard id.utf8.count <= FontLimits.providerLength, CallerText.isComposed(id) else {
            return .composed
        }
        switch kind(of: id) {
        case .flatpak:
            return isFlatpakApplication(String(id.dropFirst(flatpakPrefix.count))) ? nil : .flatpak
        case .snap:
            return isSnapName(id.dropFirst(snapPrefix.count)) ? nil : .snap
        case .unit:
            return isUnitName(id) ? nil : .unit
        case .executable:
            let folders = id.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            return folders.allSatisfy { !["", ".", ".."].contains($0) } && !CallerText.hasControls(id)
                ? nil : .executable
        case nil:
            let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { isWord($0) || $0 == UInt8(ascii: "+") } }
                && !CallerText.isReserved(id)
                ? nil : .name
        }
    }

    fileprivate static func malformed(_ id: String, _ form: Form) -> FontError {
        FontError(.insufficientInfo, Message(["No program has the id “\(id)”.", form.request]))
    }

    /// Whether a text is the name of a snap with an optional instance key: `[a-z0-9-]+(_[a-z0-9]{1,10})?`.
    package static func isSnapName(_ name: some StringProtocol) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty, first.count <= 40,
            first.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "-") })
        else { return false }
        return parts.count == 1
            || (parts.count == 2 && (1...10).contains(parts[1].count) && parts[1].allSatisfy(isPlain))
    }

    /// Whether a text is the name of a service of systemd that can be a provider; see systemd.unit(5).
    package static func isUnitName(_ name: String) -> Bool {
        kind(of: name) == .unit && name.first != "."
            && name.utf8.allSatisfy { isWord($0) || ":.\\@+".utf8.contains($0) }
    }

    /// Whether a byte is a letter or digit of ASCII, `_` or `-`.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Whether a program may give this name to itself.
    package static func canBeChosen(_ id: String) -> Bool {
        kind(of: id) == nil && id != Caller.userProvider && !id.hasPrefix(catalogPrefix)
    }

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
                return element.allSatisfy(isWord)
            }
    }
}
