public import FontModel
public import Foundation

/// A target of an operation on registered fonts.
///
/// The whole file is the unit: the target of an instance is its variable font.
public struct FontTarget: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case file(String)
        case name(String)
        case id(String)
        /// All fonts of a family, in any language.
        case family(String)
        /// An id, else a file, else a PostScript name, else a family.
        case any(String)
    }

    package let kind: Kind
    /// The error of a URL that is not of a local file.
    package let failure: FontError?

    private init(_ kind: Kind, failure: FontError? = nil) { (self.kind, self.failure) = (kind, failure) }

    /// Returns the target of a file: the original file, the file that fontconfig sees, or any file with the same
    /// content.
    ///
    /// Fails with ``FontError/Code/invalidFilePath`` (306) if the URL is not of a local file.
    public static func url(_ url: URL) -> FontTarget {
        do throws(FontError) {
            return .file(try url.localPath())
        } catch {
            return FontTarget(.file(url.absoluteString), failure: error)
        }
    }

    /// Returns the target of a PostScript name, which means all registrations with a face of that name, else all with
    /// such a named instance.
    public static func name(_ name: String) -> FontTarget { FontTarget(.name(name)) }

    /// Returns the target of a family, in any language and without regard to case, spaces and dashes: all registrations
    /// with a face of it.
    public static func family(_ name: String) -> FontTarget { FontTarget(.family(name)) }

    /// Returns the target of a registration's id.
    public static func id(_ id: String) -> FontTarget { FontTarget(.id(id)) }

    /// Returns the target of a registration.
    public static func registration(_ registration: Registration) -> FontTarget { .id(registration.id) }

    /// Returns the target of a font, such as a result of a query: its registration, or else its file.
    public static func font(_ font: FontDescriptor) -> FontTarget {
        if case .registered(let id, _, _, _, _) = font.origin { return .id(id) }
        return font.path.map(FontTarget.file) ?? .name(font.postscriptName)
    }

    package static func file(_ path: String) -> FontTarget { FontTarget(.file(path)) }
    package static func any(_ text: String) -> FontTarget { FontTarget(.any(text)) }

    /// Creates the target that a text means.
    ///
    /// - Parameter kindWord: As ``kindWord``.
    /// - Returns: nil if there is no such kind.
    package init?(_ text: String, kindWord: String) {
        switch kindWord {
        case "": self.init(.any(text))
        case "id": self.init(.id(text))
        case "file": self.init(.file(text))
        case "name": self.init(.name(text))
        case "family": self.init(.family(text))
        default: return nil
        }
    }

    /// The kind on the bus; empty if the text may mean a target of any kind.
    package var kindWord: String { words.kind }

    /// The text as given.
    package var text: String { words.text }

    private var words: (kind: String, text: String) {
        switch kind {
        case .any(let text): ("", text)
        case .id(let text): ("id", text)
        case .file(let text): ("file", text)
        case .name(let text): ("name", text)
        case .family(let text): ("family", text)
        }
    }
}

/// A filter on whether registrations can be matched.
public enum RegistrationState: Sendable, Hashable {
    case any, enabled, disabled
}
