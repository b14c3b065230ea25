package import FontRegistry

/// The condition of one font: whether programs see it, why not, and the remedy.
package struct FontExplanation: Sendable {
    /// The name or file that was asked for.
    package var query: String
    /// The condition in one word.
    package var situation: ExplainedFont.Situation
    package var remedy: Remedy
    /// The face that the name means; nil for a file and if there is none.
    package var face: FontFace?
    /// Whether the face is a named instance of a variable font, and not all of it.
    package var isInstance = false
    package var registration: Registration?
    /// The disabled registration for all users.
    package var owner: SystemRegistration?
    /// The hiding of the font from all users.
    package var hiding: SystemHiding?
    /// The reason for which a registered font cannot be used.
    package var unusable: UnusableFont?
    package var facts: RegistrationFacts?
    /// The file that programs open, or the file that was asked for.
    package var file: String?
    /// The package of that file, or of the font that programs see instead.
    package var package: String?
    /// Whether programs in a sandbox see the font; nil if unknown.
    package var isShownInSandboxes: Bool?
    /// The font of the same name that programs see instead.
    package var shadow: FontDescriptor?
    /// The faces of its file, all of which a command hides with it.
    package var shadowFaces: [FontFace] = []
    /// The reason for which they prefer it.
    package var shadowReason: ProgramView.Hidden?
    /// Whether programs prefer another style of the family, since it supports the user's language, or would prefer it if
    /// the font that they see were hidden.
    var isOtherStyleForLanguage: Bool { shadowReason?.isForOtherStyle == true }
    /// Whether programs see another style of the family instead, and not another font of the style.
    package var isOtherStyleShown: Bool {
        isOtherStyleForLanguage && shadow?.face.style.lowercased() != face?.style.lowercased()
    }
    /// The styles whose weight programs take for another one.
    package var weights: [ExplainedFont.Weight] = []
    /// The font that programs show instead of one that they do not see, or for the family of one that they see.
    package var substitution: FontSubstitution?
    /// Whether programs see the font, and show another one for its family.
    package var isReplaced = false
    /// Other registrations with the name.
    package var others: [Registration] = []
    /// The files in fontd's font folders that show fonts of the name without a registration.
    package var unrecorded: [String] = []
    /// Similar names, if there is no font of the name.
    package var suggestions: [String] = []
    /// The findings of the deep check of a file.
    package var findings: [FontFinding] = []
    /// The number of fonts in a folder or an archive; nil if unknown.
    package var archivedFonts: Int?
    /// The number of files in a folder or an archive that cannot be registered.
    package var unusableFiles = 0
    /// The number of fonts in an archive that are other forms of registered ones.
    package var otherForms = 0
    /// Whether programs see all fonts of an archive.
    package var areAllShown = false
    /// Whether the registered file has other contents now.
    package var isFileChanged = false
    /// Whether delayed touches are still to come, after which running programs look again.
    package var hasPendingTouches = false
    /// The running programs that show the last change only when they are started again.
    package var toRestart: [ProgramGroup] = []
    /// The program of the question.
    package var program: KnownProgram?

    /// Whether programs see the font, by its family, too.
    package var isVisible: Bool { (situation.isVisible || areAllShown) && !isReplaced }

    package init(_ query: String, _ situation: ExplainedFont.Situation, _ remedy: Remedy = .none) {
        self.query = query
        self.situation = situation
        self.remedy = remedy
    }
}
