import FontModel
import FontRegistry

/// A question of the service that the user answers in a dialog.
package struct ConsentRequest: Sendable, Hashable {
    /// What a program asks for.
    package enum Operation: String, Sendable, Hashable, CaseIterable {
        case register, download, manage
    }

    package var operation: Operation
    /// The id of the program, as the service determined it.
    package var provider: String
    /// The name and the icon of its desktop entry; nil if it has none.
    package var name: String?
    package var icon: String?
    package var isSandboxed: Bool
    /// The families, at most those that the question names.
    package var families: [String]
    /// The number of families or files that the question is about.
    package var count: Int
    /// The bytes of the fonts or of the download; nil if they are not known.
    package var bytes: Int64?
    package var isMetered: Bool
    /// Whether the program announces fonts that it registers on request, instead of registering them now.
    package var isAnnouncement = false

    package init(
        _ operation: Operation, provider: String, name: String? = nil, icon: String? = nil, isSandboxed: Bool = false,
        families: [String] = [], count: Int? = nil, bytes: Int64? = nil, isMetered: Bool = false
    ) {
        self.operation = operation
        self.provider = provider
        self.name = name
        self.icon = icon
        self.isSandboxed = isSandboxed
        // A sandboxed program chooses the names of its fonts.
        self.families = families.prefix(Self.mostFamilies).map(DisplayText.clean)
        self.count = max(count ?? families.count, self.families.count)
        self.bytes = bytes
        self.isMetered = isMetered
    }

    private static let mostFamilies = 20
}

/// The user's answer.
package struct ConsentAnswer: Sendable, Hashable {
    package var isAgreed: Bool
    /// Whether the answer is kept as the program's permission.
    package var isRemembered: Bool

    package init(isAgreed: Bool, isRemembered: Bool = false) {
        self.isAgreed = isAgreed
        self.isRemembered = isRemembered
    }

    /// The answer of a dialog that was closed.
    package static let closed = ConsentAnswer(isAgreed: false)
}

/// The texts of the dialog for a question.
package struct ConsentText: Sendable, Hashable {
    package var title: String
    package var body: String
    package var icon: String
    /// The families, one a line, with the number of those that are not named.
    package var families: [String]
    package var agree: String
    package var refuse: String
    /// The label of the check button by which the answer is kept; nil if it is kept anyway.
    package var remember: String?

    package init(_ request: ConsentRequest) {
        let name = request.name ?? ProviderName.text(request.provider)
        icon = request.icon ?? ProviderName.icon(request.provider)
        families = request.families
        let others = request.count - request.families.count
        if others > 0, !families.isEmpty { families.append(trn("{count} more", "{count} more", others)) }
        refuse = tr("Don’t Allow")
        remember = tr("Always for this program")
        switch request.operation {
        case .register where request.isAnnouncement:
            title = trn("Offer {count} Font?", "Offer {count} Fonts?", request.count)
            body = tr("“{name}” would like to install fonts when programs ask for them.")
            agree = tr("Allow")
        case .register:
            title =
                request.count == 1
                ? tr("Install a Font?") : trn("Install {count} Font?", "Install {count} Fonts?", request.count)
            body = tr("“{name}” would like to make fonts available to all your programs.")
            agree = tr("Install")
        case .download:
            title = trn("Download {count} Family?", "Download {count} Families?", request.count)
            body = tr("“{name}” would like to download fonts for all your programs.")
            agree = tr("Download")
        case .manage:
            title = tr("Manage All Fonts?")
            body = tr("“{name}” would like to see, turn on and off, and remove the fonts of all programs.")
            agree = tr("Allow")
            remember = nil
        }
        body = body.filled(["name": name])
        if let bytes = request.bytes, bytes > 0 {
            body += " " + tr("They take {size}.").filled(["size": NumberText.bytes(bytes)])
        }
        if request.isMetered { body += " " + tr("The connection is metered.") }
        if request.name == nil, !request.isSandboxed {
            body +=
                " " + tr("Its name is that of its file: {file}").filled(["file": DisplayText.clean(request.provider)])
        }
    }
}
