public import FontModel
public import FontRegistry
public import Foundation
import Synchronization

/// The answers to requests of web views for fonts under the scheme `fontd-font`.
///
/// Page processes of WebKitGTK and Chromium do not see fonts in process scope, and their sandboxes hide files. An app gives
/// them the fonts instead: it registers the scheme (`webkit_web_context_register_uri_scheme`) as secure and CORS-enabled,
/// neither local nor display-isolated, uses ``PageFonts/Source/scheme(_:)`` for its style sheets, and answers each request
/// with ``answer(to:)``. Nothing listens on the network.
///
/// Only fonts that a style sheet of this value names are answered for, as long as the app may use them: the addresses
/// contain a random number, which other pages cannot guess, and the hash of the file.
public final class FontScheme: Sendable {
    /// The scheme of the addresses.
    public static let name = "fontd-font"

    /// An answer to a request.
    public struct Answer: Sendable, Hashable {
        /// The font file.
        public var data: Data
        /// The media type, `font/ttf` or `font/otf`.
        public var mediaType: String
        /// The headers: a page of any origin may use the font, and may keep it, because other content has another address.
        public var headers: [String: String]
    }

    private let fonts: FontManager
    private let token: String
    /// The fonts by the path of their addresses.
    private let issued = Mutex<[String: FontDescriptor]>([:])

    /// Creates a value without addresses.
    ///
    /// - Parameter fonts: The manager that finds the fonts.
    public init(_ fonts: FontManager) {
        self.fonts = fonts
        var generator = SystemRandomNumberGenerator()
        token = String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
    }

    /// Returns the address of a font.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) if the font is disabled or its file is gone,
    ///   ``FontError/Code/invalidFontData`` (104) if it is damaged, or an error of reading the file.
    public func address(of font: FontDescriptor) async throws(FontError) -> String {
        let file = try await fonts.faceFile(of: font)
        let path = "\(file.sha256)-\(font.face.index).\(file.format == .trueType ? "ttf" : "otf")"
        issued.withLock { $0[path] = font }
        return "\(Self.name)://\(token)/\(path)"
    }

    /// Returns the answer to a request.
    ///
    /// - Parameter address: The address that a page requests.
    /// - Throws: `FontError` with code ``FontError/Code/notRegistered`` (201) if the address is not one of this value, or
    ///   if the app may not use the font any more, ``FontError/Code/fileNotFound`` (101) if its file is gone or has
    ///   changed, or an error of reading the file. The page shows its next font then.
    public func answer(to address: String) async throws(FontError) -> Answer {
        let prefix = "\(Self.name)://\(token)/"
        let path = String(address.dropFirst(prefix.count))
        guard address.hasPrefix(prefix), let font = issued.withLock({ $0[path] }) else {
            throw FontError(.notRegistered, "The app has not given this address of a font to its pages.")
        }
        let usable = try await fonts.fonts(matching: FontQuery(postscriptName: font.face.postscriptName))
        guard usable.contains(where: { $0.url == font.url && $0.face.index == font.face.index }) else {
            throw FontError(
                .notRegistered, "\(font.face.postscriptName) was removed or disabled. Generate the style sheet again.")
        }
        let file = try await fonts.faceFile(of: font)
        guard path.hasPrefix(file.sha256) else {
            throw FontError(
                .fileNotFound, "The font's file has changed. Generate the style sheet again.",
                file: font.url?.path(percentEncoded: false))
        }
        return Answer(
            data: file.data, mediaType: file.mediaType,
            headers: [
                "Content-Type": file.mediaType, "Access-Control-Allow-Origin": "*",
                "Cache-Control": "private, max-age=31536000, immutable", "ETag": "\"\(file.sha256)\"",
            ])
    }
}
