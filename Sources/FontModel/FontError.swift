public import SystemPackage

/// Why an operation on one font, or on the store, failed.
///
/// Codes are Apple's (`CTFontManagerError`); the message is a sentence a person can act on.
public struct FontError: Error, Sendable, Hashable {
    /// The code, with Apple's number.
    ///
    /// Open: later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// 101: nothing at the path, or a folder without fonts.
        public static let fileNotFound = Code(rawValue: 101)
        /// 102: the file exists and cannot be read.
        public static let insufficientPermissions = Code(rawValue: 102)
        /// 103: not a font file of a kind that can be registered.
        public static let unrecognizedFormat = Code(rawValue: 103)
        /// 104: a font file whose contents are damaged or unsafe.
        public static let invalidFontData = Code(rawValue: 104)
        /// 105: the same content is registered by the same provider in the same scope.
        ///
        /// Benign.
        public static let alreadyRegistered = Code(rawValue: 105)
        /// 106: over one of ``FontLimits``.
        public static let exceededResourceLimit = Code(rawValue: 106)
        /// 107: the bundle has no resource of that name.
        public static let assetNotFound = Code(rawValue: 107)
        /// 201: not registered in that scope by that provider.
        public static let notRegistered = Code(rawValue: 201)
        /// 202: in use.
        ///
        /// Not raised on Linux: open files outlive their removal.
        public static let inUse = Code(rawValue: 202)
        /// 203: a font of the system, which fontd does not remove.
        public static let systemRequired = Code(rawValue: 203)
        /// 301: the store could not do the work; see ``FontError/cause``.
        public static let registrationFailed = Code(rawValue: 301)
        /// 302: a policy forbids it.
        public static let missingEntitlement = Code(rawValue: 302)
        /// 303: the descriptor does not lead to a file.
        public static let insufficientInfo = Code(rawValue: 303)
        /// 304: the user refused.
        public static let cancelledByUser = Code(rawValue: 304)
        /// 305: another enabled font in the scope has this PostScript name.
        public static let duplicatedName = Code(rawValue: 305)
        /// 306: not a regular file.
        public static let invalidFilePath = Code(rawValue: 306)
        /// 307: the scope is not available here.
        public static let unsupportedScope = Code(rawValue: 307)
    }

    /// What lies behind the error.
    public enum Cause: Sendable, Hashable {
        /// A system call failed.
        case errno(Errno)
        /// A table contradicts itself or the file.
        case table(tag: String, offset: Int, reason: String)
        /// FreeType refused a face with its error number.
        case freeType(code: Int)
        /// The store cannot be used; the text says what the database answered.
        case store(StoreFault, detail: String)
        /// The file has a lower `head.fontRevision` than the registered font it would replace.
        case olderRevision(registered: Double, offered: Double)
        /// The user's policy for a provider does not allow it; the member is the one that decides.
        case policy(provider: String, member: PolicyMember)
        /// The user has disabled the registration of this id.
        case disabledByUser(id: String)
    }

    /// A member of the user's policy for a provider.
    public enum PolicyMember: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whether it may register fonts.
        case install
        /// Whether it may look fonts up.
        case use
        /// How many fonts it may have registered.
        case maxFonts
        /// How many bytes of fonts it may have registered.
        case maxBytes
        /// Whether fonts are activated for it.
        case activation
        /// Whether it acts for the user.
        case manage
    }

    /// What is wrong with the store as a whole; the store was left as it was.
    public enum StoreFault: String, Sendable, Hashable, Codable, CaseIterable {
        /// No home, or no folder could be made there.
        case unavailable
        /// The store exists and cannot be written.
        case readOnly = "read-only"
        /// No space or no quota left.
        case full
        /// The file system cannot lock, or another process holds the lock and does not let go.
        case locked
        /// The database is damaged, or absent beside stored fonts.
        case damaged
        /// The database was written by a newer fontd.
        case newerSchema = "newer-schema"
    }

    /// The registration that stands in the way (105 and 305).
    public struct Conflict: Sendable, Hashable, Codable {
        /// The registration's id.
        public var id: String
        /// The file as it was given when registered.
        public var file: String
        /// Who registered it.
        public var provider: String
        /// The PostScript name both have.
        public var postscriptName: String

        public init(id: String, file: String, provider: String, postscriptName: String) {
            self.id = id
            self.file = file
            self.provider = provider
            self.postscriptName = postscriptName
        }
    }

    /// Apple's number.
    public var code: Code
    /// What happened, and what to do about it where that depends on no program, in one or two sentences.
    ///
    /// What a program can offer is in ``recovery``.
    public var message: String
    /// The file it is about, as given.
    public var file: String?
    /// The face in that file, from 0.
    public var faceIndex: Int?
    /// The registration that stands in the way.
    public var conflict: Conflict?
    /// What lies behind it.
    public var cause: Cause?

    public init(
        _ code: Code, _ message: String, file: String? = nil, faceIndex: Int? = nil, conflict: Conflict? = nil,
        cause: Cause? = nil
    ) {
        self.code = code
        self.message = message
        self.file = file
        self.faceIndex = faceIndex
        self.conflict = conflict
        self.cause = cause
    }

    /// Whether the requested state holds all the same: true for 105.
    public var isBenign: Bool { code == .alreadyRegistered }

    /// What is wrong with the store, when the error is about the store and not about one font.
    public var storeFault: StoreFault? {
        if case .store(let fault, _) = cause { fault } else { nil }
    }
}

extension FontError: CustomStringConvertible {
    public var description: String {
        let place = file.map { "\($0): " } ?? ""
        return "\(place)\(message) (\(code.rawValue))"
    }
}
