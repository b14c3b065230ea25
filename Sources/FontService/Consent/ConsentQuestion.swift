public import FontModel
import FontRegistry

/// What the user is asked: whether a provider may register these fonts.
public struct ConsentQuestion: Sendable, Hashable, Encodable {
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
    public var scope: FontScope
    public var fonts: [Font]
    /// Bytes of all the files, where they are known already.
    public var bytes: Int?

    /// - Parameter caller: The provider.
    public init(_ caller: CallerIdentity, scope: FontScope, fonts: [Font], bytes: Int? = nil) {
        provider = caller.id
        kind = caller.kind.rawValue
        sandboxed = caller.isSandboxed
        self.scope = scope
        self.fonts = fonts
        self.bytes = bytes
    }
}
