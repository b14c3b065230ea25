/// The condition of a font, or of a family of several styles: whether programs see it, why not, and what helps.
///
/// For a family the members are those of its first style that programs do not see, or else of its regular one.
public struct ExplainedFont: Sendable, Hashable {
    /// The name or file that was asked for.
    public var query: String
    public var situation: Situation
    /// Whether programs see the font, or all styles of the family.
    public var isVisible: Bool
    /// The PostScript name and the family of the face; nil if there is none.
    public var postscriptName: String?
    public var family: String?
    /// The registration, unless it is of another provider.
    public var registration: Registration?
    /// The party that disabled it; nil if it is enabled.
    public var disabledBy: UnusableFont.Party?
    /// The path of a font that is not registered, or the file that was asked for.
    ///
    /// The service has the host's paths.
    public var file: String?
    /// The package of that file or of ``shadow``, of those whose names begin as those of fonts do.
    public var package: String?
    /// The fault of the registered files; nil if there is none, or in a sandbox.
    public var fault: Fault?
    /// The configuration files whose rules hide the font; empty in a sandbox.
    public var rejectedBy: [String] = []
    /// Whether programs in sandboxes see the font; nil if it is unknown.
    public var isShownInSandboxes: Bool?
    /// The font of the same family and style that programs show instead, and the reason.
    public var shadow: FontDescriptor?
    public var shadowReason: Preference?
    /// The font that programs show in place of a family that they do not find, and the reason.
    public var substitute: FontDescriptor?
    public var substitution: Substitution?
    /// Other registrations with the name.
    public var others: [Registration] = []
    /// The files in fontd's font folders that show fonts of the name without a registration; empty in a sandbox.
    public var unrecorded: [String] = []
    /// Similar names, the nearest first, if there is no font of the name.
    public var suggestions: [String] = []
    /// Whether running programs will be notified of the change again, within 10 seconds.
    public var hasPendingTouches = false
    /// The running programs that show the last change only after a restart; empty in a sandbox.
    public var toRestart: [FontUser] = []
    /// The styles whose weight programs take for another one.
    public var weights: [Weight] = []
    /// The disabled registration for all users.
    public var systemRegistration: Owner?
    /// Whether the administrator has hidden the font from all users.
    public var isHiddenForAllUsers = false
    /// The program of the question; nil if it was about none.
    public var program: Program?
    /// The ``advice`` with its values, which can be translated.
    package var adviceText: Message
    /// The shell command for it; nil if there is none.
    public var command: String?
    /// The PostScript name that the family alone means; nil for a single font.
    public var regular: String?
    /// The styles of a family, registered ones first; empty for a single font.
    public var styles: [Style] = []

    package init(query: String, situation: Situation, isVisible: Bool, advice: Message, command: String? = nil) {
        self.query = query
        self.situation = situation
        self.isVisible = isVisible
        adviceText = advice
        self.command = command
    }

    /// The remedy as a sentence of English, or that nothing needs to be done.
    public var advice: String { adviceText.description }

    /// The ``advice`` in the language of this process, for people; see ``Message/localized``.
    public var localizedAdvice: String { adviceText.localized }
}

extension ExplainedFont {
    /// The condition in one word.
    public enum Situation: String, Sendable, Hashable, CaseIterable {
        /// It is registered, and programs see it.
        case shown
        /// It is registered and disabled.
        case disabled
        /// It is registered, and a rule of fontconfig's configuration hides it.
        case rejected
        /// It is registered, and fontconfig's configuration does not have its folder.
        case folderNotConfigured = "folder-not-configured"
        /// It is registered, and programs see another font of the same name.
        case shadowed
        /// It is registered, and its files are damaged or missing.
        case damaged
        /// It was registered in a session that has ended.
        case sessionEnded = "session-ended"
        /// It is not registered, and programs see it.
        case system
        /// It is not registered, and the user, or the administrator for all users, has hidden it from programs.
        case hidden
        /// It is a valid file that is not registered.
        case notRegistered = "not-registered"
        /// It is a file that cannot be registered.
        case invalid
        /// It is an archive of fonts, which `explanation(ofPath:for:)` and `fontctl why` explain.
        case archive
        /// It is a folder of fonts, which `explanation(ofPath:for:)` and `fontctl why` explain.
        case folder
        /// It was a folder or an archive from which fonts are registered, which `explanation(ofPath:for:)` and `fontctl why`
        /// explain.
        case gone
        /// It is a generic family, such as `serif`, for which the configuration has a font.
        case generic
        /// There is no font of the name.
        case notFound = "not-found"

        /// Whether programs see the font.
        public var isVisible: Bool { self == .shown || self == .system || self == .generic }
    }

    /// A fault of the files of a registration.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The stored file does not exist.
        case missing
        /// The stored file has other bytes than the registered ones.
        case damaged
        /// The font folder lacks the file, or has another one in its place.
        case notShown = "not-shown"
    }

    /// The reason for which programs prefer another font.
    public enum Preference: String, Sendable, Hashable, CaseIterable {
        /// It has the same contents.
        case sameContents = "same-contents"
        /// It has a higher version.
        case newerVersion = "newer-version"
        /// It supports the user's language.
        case language
        /// It comes first in fontconfig's order.
        case order
    }

    /// The reason for which programs show a font in place of a family.
    public struct Substitution: Sendable, Hashable {
        /// The family that a rule of the configuration names; nil if no rule concerns the family.
        public var alias: String?
        /// The configuration file with the rule; nil if it was not found, or in a sandbox.
        public var configuration: String?
        /// The language that fontconfig assumes, as it names its orthographies.
        public var language: String?

        package init(alias: String? = nil, configuration: String? = nil, language: String? = nil) {
            self.alias = alias
            self.configuration = configuration
            self.language = language
        }
    }

    /// A style whose weight programs take for another one.
    public struct Weight: Sendable, Hashable {
        public var style: String
        /// The weight of the face, 1 to 1000, and the one that programs have in its place.
        public var weight: Double
        public var shown: Double

        package init(style: String, weight: Double, shown: Double) {
            self.style = style
            self.weight = weight
            self.shown = shown
        }
    }

    /// A registration for all users.
    public struct Owner: Sendable, Hashable {
        public var id: String
        public var provider: String

        package init(id: String, provider: String) {
            self.id = id
            self.provider = provider
        }
    }

    /// A program, or the programs of a toolkit.
    public struct Program: Sendable, Hashable {
        /// The word for it, such as `libreoffice` or `gtk`.
        public var id: String
        /// When it shows a change while it runs.
        public var follows: Following

        package init(id: String, follows: Following) {
            self.id = id
            self.follows = follows
        }
    }

    /// The time at which a running program shows a change.
    public enum Following: String, Sendable, Hashable, CaseIterable {
        /// When it is started again: it reads the fonts once.
        case restart
        /// Within half a minute.
        case polling
        /// Within seconds.
        case seconds
        /// Within seconds if the desktop's settings daemon or the desktop helper reports new fonts, otherwise when it is
        /// started again.
        case settingsDaemon = "settings-daemon"
        /// When its own list of fonts is made again.
        case ownList = "own-list"
        /// With every run, as it does not keep running.
        case everyRun = "every-run"
        case unknown
    }

    /// One style of a family.
    public struct Style: Sendable, Hashable {
        public var situation: Situation
        /// Whether programs see it.
        public var isVisible: Bool
        public var postscriptName: String?
        public var style: String?
        /// The id of the registration; nil if it is not registered.
        public var id: String?
        public var file: String?
        /// The ``advice`` with its values, which can be translated.
        package var adviceText: Message
        /// The shell command for it; nil if there is none.
        public var command: String?

        package init(situation: Situation, isVisible: Bool, advice: Message, command: String? = nil) {
            self.situation = situation
            self.isVisible = isVisible
            adviceText = advice
            self.command = command
        }

        /// The remedy as a sentence of English, or that nothing needs to be done.
        public var advice: String { adviceText.description }

        /// The ``advice`` in the language of this process, for people; see ``Message/localized``.
        public var localizedAdvice: String { adviceText.localized }
    }
}
