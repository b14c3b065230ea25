public import FontModel
import FontRegistry

/// A question to the user, whether to grant a provider's request.
public struct ConsentQuestion: Sendable, Hashable, Encodable {
    /// A provider's request.
    public enum Operation: String, Sendable, Hashable, Encodable {
        /// To register the given fonts once.
        case register
        /// To download the given families once.
        case download
        /// To act for the user from now on.
        case manage
    }

    /// A font in the question.
    public struct Font: Sendable, Hashable, Encodable {
        /// The file's name, as the provider gave it.
        public var file: String
        /// The PostScript names of its faces, if they are known already.
        public var postscriptNames: [String]?

        public init(file: String, postscriptNames: [String]? = nil) {
            self.file = file
            self.postscriptNames = postscriptNames
        }
    }

    /// The provider's id.
    public var provider: String
    /// The kind of provider: `flatpak`, `snap`, `unit` or `executable`.
    public var kind: String
    public var sandboxed: Bool
    public var operation: Operation
    /// The scope of the fonts to register.
    ///
    /// Like ``fonts``, it is nil for other requests, so that a program that does not know these requests does not agree
    /// to them.
    public var scope: FontScope?
    public var fonts: [Font]?
    /// The names of the families to download, at most 20; nil for other requests.
    public var families: [String]?
    /// The number of families to download.
    public var count: Int?
    /// The total size of the files, or of the download, in bytes, if it is known already.
    public var bytes: Int?
    /// Whether the connection is metered; nil unless fonts are downloaded.
    public var isMetered: Bool?

    private enum CodingKeys: String, CodingKey {
        case provider, kind, sandboxed, scope, fonts, families, count, bytes
        case operation = "wish"
        case isMetered = "metered"
    }

    /// Creates the question whether a provider may register fonts.
    public init(_ caller: CallerIdentity, scope: FontScope, fonts: [Font], bytes: Int? = nil) {
        self.init(caller, .register)
        self.scope = scope
        self.fonts = fonts
        self.bytes = bytes
    }

    /// The maximum number of fonts or families that a question lists; further ones are left out.
    private static let mostFonts = 20

    /// Creates the question whether a provider may register fonts with the names that it gives.
    ///
    /// The names are shown to the user, so they are cleaned of misleading characters, and limited in number.
    init(_ caller: CallerIdentity, scope: FontScope, names: [String]) {
        let fonts = names.prefix(Self.mostFonts).map { Font(file: DisplayText.clean($0)) }
        self.init(caller, scope: scope, fonts: fonts)
    }

    /// Creates the question whether a provider may download families.
    ///
    /// - Parameters:
    ///   - families: The names of the families, which are those of publishers and are cleaned here.
    ///   - bytes: The size of the download.
    public init(_ caller: CallerIdentity, families: [String], bytes: Int, isMetered: Bool) {
        self.init(caller, .download)
        self.families = families.prefix(Self.mostFonts).map { DisplayText.clean($0) }
        count = families.count
        self.bytes = bytes
        self.isMetered = isMetered
    }

    /// Creates the question whether a provider may act for the user.
    public init(managing caller: CallerIdentity) { self.init(caller, .manage) }

    private init(_ caller: CallerIdentity, _ operation: Operation) {
        provider = caller.id
        kind = caller.kind.rawValue
        sandboxed = caller.isSandboxed
        self.operation = operation
    }
}
