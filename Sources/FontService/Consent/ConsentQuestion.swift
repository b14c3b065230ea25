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
    /// Whether the provider announces that it can supply the fonts, instead of registering them now; nil unless it does.
    public var announces: Bool?
    /// The names of the families, at most 20: those to download, those in the files to register, or the names that are
    /// announced; nil if the provider asks to act for the user.
    public var families: [String]?
    /// The number of families to download, of files to register, or of names that are announced.
    public var count: Int?
    /// The total size of the files, or of the download, in bytes, if it is known already.
    public var bytes: Int?
    /// Whether the connection is metered; nil unless fonts are downloaded.
    public var isMetered: Bool?

    private enum CodingKeys: String, CodingKey {
        case provider, kind, sandboxed, scope, fonts, announces, families, count, bytes
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
    static let mostFonts = 20

    /// Creates the question whether a provider may register files with the names that it gives.
    ///
    /// The names are shown to the user, so they are cleaned of misleading characters, and limited in number.
    /// - Parameters:
    ///   - families: The families of the files that could be read.
    ///   - bytes: The total size of the files; nil if it is not known.
    init(_ caller: CallerIdentity, scope: FontScope, files: [String], families: [String], bytes: Int?) {
        let fonts = Self.listed(files).map { Font(file: $0) }
        self.init(caller, scope: scope, fonts: fonts, bytes: bytes)
        self.families = Self.listed(families)
        count = files.count
    }

    /// Creates the question whether a provider may announce that it can supply fonts, which it registers on request.
    init(_ caller: CallerIdentity, announcing names: [String]) {
        let fonts = Self.listed(names).map { Font(file: $0) }
        self.init(caller, scope: .session, fonts: fonts)
        announces = true
        families = Self.listed(names)
        count = names.count
    }

    private static func listed(_ names: [String]) -> [String] { names.prefix(mostFonts).map { DisplayText.clean($0) } }

    /// Creates the question whether a provider may download families.
    ///
    /// - Parameters:
    ///   - families: The names of the families, which are those of publishers and are cleaned here.
    ///   - bytes: The size of the download.
    public init(_ caller: CallerIdentity, families: [String], bytes: Int, isMetered: Bool) {
        self.init(caller, .download)
        self.families = Self.listed(families)
        count = families.count
        self.bytes = bytes
        self.isMetered = isMetered
    }

    /// Whether an answer to another question is for this one, too: both are about downloads of one provider, and all
    /// families of this one are listed there.
    ///
    /// Registrations are not compared, for the bytes of a family are others each time.
    func isCovered(by other: ConsentQuestion) -> Bool {
        guard operation == .download, other.operation == .download, provider == other.provider,
            let families, families.count == count, let known = other.families, let bytes, let most = other.bytes
        else { return false }
        return !families.isEmpty && Set(families).isSubset(of: known) && bytes <= most
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
