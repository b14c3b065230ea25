public import FontModel
public import FontRegistry
public import Foundation

/// The fonts in an open EPUB book, registered in process scope until it is closed.
///
/// Obfuscated fonts are made usable (EPUB 3.3, section 4.4, and Adobe's way), and each font is checked like any other file.
/// Nothing is written to the disk. A font is found by its names only if no other font has one of them, so that no book
/// changes what the rest of the app shows.
public final class BookFonts: Sendable {
    /// A font file of the book.
    public struct File: Sendable {
        /// The name in the container, such as `OEBPS/fonts/Charis.otf`.
        public let name: String
        /// The result; the registration is disabled if a font from elsewhere has one of its names.
        public let outcome: FontOutcome
        /// The usable bytes, for requests of pages; nil if the font was refused.
        public let data: Data?
    }

    /// The font files in the order of the book's manifest.
    public let files: [File]
    private let fonts: FontManager

    fileprivate init(_ files: [File], _ fonts: FontManager) {
        self.files = files
        self.fonts = fonts
    }

    /// Returns the bytes of the font file with a name in the container; nil if the book has no such font.
    public func data(of name: String) -> Data? { files.first { $0.name == name }?.data }

    /// Unregisters the fonts; the end of the last reference to the value does so as well.
    public func close() async { await Self.unregister(files, fonts) }

    deinit {
        let (files, fonts) = (files, fonts)
        Task { await Self.unregister(files, fonts) }
    }

    private static func unregister(_ files: [File], _ fonts: FontManager) async {
        let targets = files.compactMap(\.outcome.registration).map(FontTarget.registration)
        guard !targets.isEmpty else { return }
        // Process scope fails for nothing but a registration that has ended before.
        _ = try? await fonts.unregister(targets, scope: .process)
    }
}

extension FontManager {
    /// Registers the fonts in an EPUB book in process scope, as long as the book is open.
    ///
    /// A font that cannot be used has a failed outcome with its error: ``FontError/Code/missingEntitlement`` (302) if it
    /// is encrypted and not merely obfuscated, ``FontError/Code/invalidFilePath`` (306) if it lies outside of the book,
    /// ``FontError/Code/fileNotFound`` (101) if the book lacks it, or an error of
    /// ``register(_:scope:options:)-(FontSource,_,_)``.
    /// - Parameter url: The book.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) if the book cannot be opened,
    ///   ``FontError/Code/unrecognizedFormat`` (103) if it is not an EPUB book, ``FontError/Code/invalidFontData``
    ///   (104) if it is damaged, ``FontError/Code/exceededResourceLimit`` (106) if it is too large, or
    ///   ``FontError/Code/invalidFilePath`` (306) if the URL is not of a local file.
    public func openBook(_ url: URL) async throws(FontError) -> BookFonts {
        let book = BookContainer(try url.localPath())
        let contents = try await BlockingWork.perform { () throws(FontError) in try BookContents(book) }
        // Each open book has registrations of its own, even if two books have a font in common.
        let fonts = acting(as: "book:\(UUID().uuidString.lowercased())")
        let sources = contents.fonts.map { font in
            switch font.content {
            case .success(let data): FontSource.data(data, name: "\(book.path)/\(font.name)")
            case .failure(let error): FontSource(.failure(error))
            }
        }
        let summary = try await fonts.register(
            sources, scope: .process, options: RegistrationOptions(isEnabled: false, unwraps: true)
        ).summary()
        let free = try await fonts.unusedByOthers(summary.outcomes.compactMap(\.registration))
        var enabled: [String: FontOutcome] = [:]
        if !free.isEmpty {
            // Of two files of one book with the same name, the first is found by it.
            for outcome in try await fonts.setEnabled(true, free.map(FontTarget.registration), scope: .process).outcomes
            where outcome.isSuccess {
                if let id = outcome.registration?.id { enabled[id] = outcome }
            }
        }
        let files = zip(contents.fonts, summary.outcomes).map { font, outcome in
            var outcome = outcome
            if let id = outcome.registration?.id, let registration = enabled[id]?.registration {
                outcome.registration = registration
            }
            return BookFonts.File(
                name: font.name, outcome: outcome, data: outcome.isSuccess ? try? font.content.get() : nil)
        }
        return BookFonts(files, fonts)
    }

    /// Returns the registrations of which no name leads to a font of others.
    private func unusedByOthers(_ registrations: [Registration]) async throws(FontError) -> [Registration] {
        var free: [Registration] = []
        next: for registration in registrations {
            for face in registration.faces where try await findsFont(namedAs: face) { continue next }
            free.append(registration)
        }
        return free
    }
}
