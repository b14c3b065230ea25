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
        try ProviderID.checkSandboxed(id)
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
