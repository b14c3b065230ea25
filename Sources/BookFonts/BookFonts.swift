public import FontModel
public import FontRegistry
public import Foundation
import Synchronization

/// The fonts in an open EPUB book, registered in process scope until it is closed.
///
/// Obfuscated fonts are made usable (EPUB 3.3, section 4.4, and Adobe's way), and each font is checked like any other file.
/// Nothing is written to the disk. A font is found by its names only if these lead to no other font, and mean none to
/// fontconfig; no text takes it for characters that other fonts lack. So no book changes what the rest of the app shows.
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
    private let isOpen = Mutex(true)

    fileprivate init(_ files: [File], _ fonts: FontManager) {
        self.files = files
        self.fonts = fonts
    }

    /// Returns the bytes of the font file with a name in the container; nil if the book has no such font.
    public func data(of name: String) -> Data? { files.first { $0.name == name }?.data }

    /// Unregisters the fonts; the end of the last reference to the value does so as well.
    public func close() async {
        guard ends() else { return }
        await fonts.unregisterFonts(of: files.map(\.outcome))
    }

    deinit {
        guard ends() else { return }
        let (outcomes, fonts) = (files.map(\.outcome), fonts)
        Task { await fonts.unregisterFonts(of: outcomes) }
    }

    /// Returns whether this is the first end.
    private func ends() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}

extension FontManager {
    /// Registers the fonts in an EPUB book in process scope, as long as the book is open.
    ///
    /// A font that cannot be used has a failed outcome with its error: ``FontError/Code/missingEntitlement`` (302) if it
    /// is encrypted and not merely obfuscated, ``FontError/Code/invalidFilePath`` (306) if it lies outside of the book,
    /// ``FontError/Code/fileNotFound`` (101) if the book lacks it, or an error of
    /// ``register(_:scope:options:)-(FontSource,_,_)``.
    ///
    /// An app registers its own fonts before: while the book is open, its names in process scope are taken (305).
    /// - Parameter url: The book.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) if the book cannot be opened,
    ///   ``FontError/Code/unrecognizedFormat`` (103) if it is not an EPUB book, ``FontError/Code/invalidFontData``
    ///   (104) if it is damaged, ``FontError/Code/exceededResourceLimit`` (106) if it is too large, or
    ///   ``FontError/Code/invalidFilePath`` (306) if the URL is not of a local file.
    public func openBook(_ url: URL) async throws(FontError) -> BookFonts {
        let path = try url.localPath()
        let contents = try await BlockingWork.perform { () throws(FontError) in
            try BookContents(try BookContainer(path))
        }
        // Each open book has registrations of its own, even if two books have a font in common.
        let fonts = acting(as: DocumentFonts.provider(UUID().uuidString.lowercased()))
        let sources = contents.fonts.map { font in
            switch font.content {
            case .success(let data): FontSource.data(data, name: "\(path)/\(font.name)")
            case .failure(let error): FontSource(.failure(error))
            }
        }
        var options = RegistrationOptions(isEnabled: false, unwraps: true)
        options.unpacks = false
        let summary = try await fonts.register(sources, scope: .process, options: options).summary()
        do throws(FontError) {
            let enabled = try await fonts.enableUnused(summary.outcomes.compactMap(\.registration))
            let files = zip(contents.fonts, summary.outcomes).map { font, outcome in
                var outcome = outcome
                if let id = outcome.registration?.id, let registration = enabled[id] {
                    outcome.registration = registration
                }
                return BookFonts.File(
                    name: font.name, outcome: outcome, data: outcome.isSuccess ? try? font.content.get() : nil)
            }
            return BookFonts(files, fonts)
        } catch {
            await fonts.unregisterFonts(of: summary.outcomes)
            throw error
        }
    }

    /// The number of names of one font, and of all fonts of a book, that may be found by name.
    private static let nameLimits = (font: 512, book: 4_096)

    /// Enables the registrations of which no name leads to a font of others.
    ///
    /// - Returns: The enabled registrations by id.
    private func enableUnused(_ registrations: [Registration]) async throws(FontError) -> [String: Registration] {
        var free: [FontTarget] = []
        var rest = Self.nameLimits.book
        next: for registration in registrations {
            let names = registration.faces.reduce(0) { $0 + 3 + 3 * $1.instances.count + $1.localizedNames.count }
            guard names <= min(rest, Self.nameLimits.font) else { continue }
            for face in registration.faces
            where try await findsFont(namedAs: face, upTo: Self.nameLimits.font) { continue next }
            rest -= names
            free.append(.registration(registration))
        }
        guard !free.isEmpty else { return [:] }
        var enabled: [String: Registration] = [:]
        // Of two files of one book with the same name, the first is found by it.
        for outcome in try await setEnabled(true, free, scope: .process).outcomes where outcome.isSuccess {
            if let registration = outcome.registration { enabled[registration.id] = registration }
        }
        return enabled
    }

    fileprivate func unregisterFonts(of outcomes: [FontOutcome]) async {
        let targets = outcomes.compactMap(\.registration).map(FontTarget.registration)
        guard !targets.isEmpty else { return }
        // Process scope fails for nothing but a registration that has ended before.
        _ = try? await unregister(targets, scope: .process)
    }
}
