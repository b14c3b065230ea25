public import FontModel
import FontRegistry

/// What the user is asked: whether a provider may have its wish.
public struct ConsentQuestion: Sendable, Hashable, Encodable {
    /// What a provider may wish.
    public enum Wish: String, Sendable, Hashable, Encodable {
        /// To register these fonts, this time.
        case register
        /// To act for the user from now on.
        case manage
    }

    /// One of the fonts.
    public struct Font: Sendable, Hashable, Encodable {
        /// As the provider calls it.
        public var file: String
        /// The names of its faces, where they are known already.
        public var postscriptNames: [String]?

        public init(file: String, postscriptNames: [String]? = nil) {
            self.file = file
            self.postscriptNames = postscriptNames
        }
    }

    /// The provider's id.
    public var provider: String
    /// What it is: `flatpak`, `snap`, `unit` or `executable`.
    public var kind: String
    public var sandboxed: Bool
    public var wish: Wish
    /// Of the fonts to register; like these nil for another wish, so that whoever knows of none does not agree to it.
    public var scope: FontScope?
    public var fonts: [Font]?
    /// Bytes of all the files, where they are known already.
    public var bytes: Int?

    /// Whether a provider may register fonts.
    public init(_ caller: CallerIdentity, scope: FontScope, fonts: [Font], bytes: Int? = nil) {
        self.init(caller, .register)
        self.scope = scope
        self.fonts = fonts
        self.bytes = bytes
    }

    /// Whether a provider may act for the user.
    public init(managing caller: CallerIdentity) { self.init(caller, .manage) }

    private init(_ caller: CallerIdentity, _ wish: Wish) {
        provider = caller.id
        kind = caller.kind.rawValue
        sandboxed = caller.isSandboxed
        self.wish = wish
    }
}
