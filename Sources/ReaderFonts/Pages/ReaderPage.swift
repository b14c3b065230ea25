public import DesktopSettings
public import FontModel
public import FontRegistry
import Foundation
import Glibc
public import StyleSheets

/// The style sheet of a reader's page, made anew when a setting or a font changes.
///
/// ```swift
/// while let style = try await page.next() {
///     send(["event": "style", "css": style.css, "key": style.key, "missing": style.missing])
/// }
/// ```
public actor ReaderPage {
    /// A style sheet with the rules of its fonts.
    public struct Style: Sendable, Hashable {
        /// The rules of the fonts, and the style sheet of the reader.
        public var css: String
        /// A text that differs for other settings and for fonts with other contents, and for nothing else.
        ///
        /// A web view compares it to know whether to load the page again.
        public var key: String
        /// The chosen families and keys that are not available, by role; others stand in for them.
        public var missing: [String: String]
    }

    private let fonts: FontManager
    private let source: PageFonts.Source
    private let keys: [FamilyKey]
    private var settings: ReaderSettings
    private var colors: Colors
    private var desktop: DesktopAppearance
    private var delivered: String?
    private let signals = EventCounter()
    private var follower: Task<Void, Never>?
    private var failure: FontError?

    /// The colours of a page; nil for those of the document.
    public struct Colors: Sendable, Hashable {
        public var text: AdaptiveColor?
        public var background: AdaptiveColor?

        public init(text: AdaptiveColor? = nil, background: AdaptiveColor? = nil) {
            self.text = text
            self.background = background
        }
    }

    /// Creates a page without reading anything.
    ///
    /// - Parameters:
    ///   - fonts: The manager that finds the fonts.
    ///   - source: The way in which the page gets the fonts.
    ///   - settings: The user's settings.
    ///   - colors: The colours of the user's theme.
    ///   - desktop: The desktop's settings, of which a key may mean a font.
    ///   - keys: The keys that the app knows.
    public init(
        _ fonts: FontManager, source: PageFonts.Source, settings: ReaderSettings = ReaderSettings(),
        colors: Colors = Colors(), desktop: DesktopAppearance = DesktopAppearance(),
        keys: [FamilyKey] = FamilyKey.reading
    ) {
        self.fonts = fonts
        self.source = source
        self.settings = settings
        self.colors = colors
        self.desktop = desktop
        self.keys = keys
    }

    deinit { follower?.cancel() }

    /// Changes the settings, and with them the page.
    public func use(_ settings: ReaderSettings, colors: Colors = Colors()) {
        self.settings = settings
        self.colors = colors
        signals.advance()
    }

    /// Changes the desktop's settings, such as to one of `DesktopSource.updates(within:)`.
    public func use(_ desktop: DesktopAppearance) {
        self.desktop = desktop
        signals.advance()
    }

    /// Returns the first style sheet, then waits for one with another key.
    ///
    /// Changes before the call are one style sheet.
    /// - Returns: The style sheet; nil if the task is cancelled.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func next() async throws(FontError) -> Style? {
        if follower == nil { follow(fonts.changes) }
        while !Task.isCancelled {
            let count = signals.count
            let style = try await style()
            if style.key != delivered {
                delivered = style.key
                return style
            }
            if let failure { throw failure }
            await signals.wait(after: count)
        }
        return nil
    }

    /// Returns the style sheet for the present settings and fonts.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func style() async throws(FontError) -> Style {
        var sheet = ReaderStyleSheet(
            size: settings.size, lineHeight: settings.lineHeight, margin: settings.margin, text: colors.text,
            background: colors.background, overridesPublisher: settings.overridesPublisher, userCSS: settings.userCSS)
        var names: [String] = []
        var missing: [String: String] = [:]
        for role in ReaderStyleSheet.Role.allCases {
            guard let choice = settings.fonts[role] else { continue }
            let found = try await fonts.family(of: choice, for: role, among: keys, desktop: desktop)
            sheet.families[role] = .init([found.family].compactMap(\.self), generic: found.generic)
            if let family = found.family, !names.contains(family) { names.append(family) }
            if found.note != nil { missing[role.rawValue] = choice.key }
        }
        let rules = try await fonts.pageFonts(of: names, as: source).rules
        let css = rules.map(\.css).joined() + sheet.css
        let versions = rules.map(\.fileVersion).joined()
        return Style(css: css, key: ContentHash.of(Array((css + versions).utf8)), missing: missing)
    }

    private func follow(_ changes: FontChanges) {
        let signals = signals
        follower = Task(executorPreference: TaskExecution.executor) { [weak self] in
            var iterator = changes.makeAsyncIterator()
            do throws(FontError) {
                while try await iterator.next() != nil { signals.advance() }
            } catch {
                await self?.fail(error)
            }
        }
    }

    private func fail(_ error: FontError) {
        failure = error
        signals.advance()
    }
}

extension FontFaceRule {
    /// A text that differs after a package has replaced the file at the same address; other addresses name the content.
    fileprivate var fileVersion: String {
        var status = stat()
        guard let url = URL(string: url), url.isFileURL, stat(url.path(percentEncoded: false), &status) == 0 else {
            return ""
        }
        return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) "
    }
}
