/// An error of an operation on one font or on the store.
///
/// The codes are Apple's (`CTFontManagerError`). The message is a sentence that the user can act on.
public struct FontError: Error, Sendable, Hashable, Codable {
    /// An error code, with Apple's number.
    ///
    /// The type is open: later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// 101: there is nothing at the path, or a folder without fonts.
        public static let fileNotFound = Code(rawValue: 101)
        /// 102: the file exists but cannot be read.
        public static let insufficientPermissions = Code(rawValue: 102)
        /// 103: the file is not a font of a format that can be registered.
        public static let unrecognizedFormat = Code(rawValue: 103)
        /// 104: the contents of the font file are damaged or unsafe.
        public static let invalidFontData = Code(rawValue: 104)
        /// 105: the same content is already registered by the same provider in the same scope.
        ///
        /// Benign.
        public static let alreadyRegistered = Code(rawValue: 105)
        /// 106: one of the ``FontLimits`` is exceeded.
        public static let exceededResourceLimit = Code(rawValue: 106)
        /// 107: the bundle has no resource of that name.
        public static let assetNotFound = Code(rawValue: 107)
        /// 201: the font is not registered in that scope by that provider.
        public static let notRegistered = Code(rawValue: 201)
        /// 203: the font belongs to the system, and fontd does not remove it.
        public static let systemRequired = Code(rawValue: 203)
        /// 301: the machine or the software failed, not the font; ``FontError/cause`` distinguishes the disk, the memory, the
        /// store, the service, the worker and the configuration.
        public static let registrationFailed = Code(rawValue: 301)
        /// 302: a policy forbids the operation.
        public static let missingEntitlement = Code(rawValue: 302)
        /// 303: the descriptor does not identify a file.
        public static let insufficientInfo = Code(rawValue: 303)
        /// 304: the user refused.
        public static let cancelledByUser = Code(rawValue: 304)
        /// 305: another enabled font in the scope has this PostScript name.
        public static let duplicatedName = Code(rawValue: 305)
        /// 306: the path is not that of a regular file.
        public static let invalidFilePath = Code(rawValue: 306)
        /// 307: the scope is not available in this environment.
        public static let unsupportedScope = Code(rawValue: 307)
    }

    /// The registration that conflicts with the operation (105 and 305).
    public struct Conflict: Sendable, Hashable, Codable {
        /// The registration's id.
        public var id: String
        /// The file as it was given when registered.
        public var file: String
        /// The provider that owns the registration.
        public var provider: String
        /// The PostScript name that both fonts have.
        public var postscriptName: String

        package init(id: String, file: String, provider: String, postscriptName: String) {
            self.id = id
            self.file = file
            self.provider = provider
            self.postscriptName = postscriptName
        }
    }

    /// The error code.
    public var code: Code
    /// The message with its values, which can be translated.
    package var text: Message
    /// The file that the error concerns, as given by the caller.
    public var file: String?
    /// The index of the face in that file, from 0.
    public var faceIndex: Int?
    /// The registration that conflicts with the operation.
    public var conflict: Conflict?
    /// The underlying cause.
    public var cause: Cause?

    public init(
        _ code: Code, _ message: Message, file: String? = nil, faceIndex: Int? = nil, conflict: Conflict? = nil,
        cause: Cause? = nil
    ) {
        self.code = code
        text = message
        self.file = file
        self.faceIndex = faceIndex
        self.conflict = conflict
        self.cause = cause
    }

    /// A description of the error in one or two sentences of English, with advice that holds for any program.
    ///
    /// Actions that a program can offer are in ``recovery``.
    public var message: String { text.description }

    /// The ``message`` in the language of this process, for people; see ``Message/localized``.
    public var localizedMessage: String { text.localized }

    /// Whether the requested state holds in spite of the error; true for 105.
    public var isBenign: Bool { code == .alreadyRegistered }

    /// Returns the same error of a file, or of an item with this name.
    package func of(_ file: String?) -> FontError {
        var error = self
        error.file = file
        return error
    }
}

extension FontError: CustomStringConvertible {
    public var description: String {
        let place = file.map { "\($0): " } ?? ""
        return "\(place)\(message) (\(code.rawValue))"
    }
}
