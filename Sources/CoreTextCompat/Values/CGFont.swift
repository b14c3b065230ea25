import FontRegistry
public import Foundation

/// The first font of a file in memory, for registration in the process.
public final class CGFont: NSObject, @unchecked Sendable {
    // Checked: all are constants.
    let descriptor: CTFontDescriptor
    /// The bytes; nil for a font that was found by its name.
    private let data: Data?

    /// Creates a font of bytes; nil if they are not a font that can be registered.
    public init?(_ dataProvider: CGDataProvider) {
        guard let data = dataProvider.data as Data?, let file = try? FontFile(data: data),
            let font = file.descriptors.first
        else { return nil }
        self.data = data
        descriptor = CTFontDescriptor(font, file: file)
    }

    /// Finds a font by its PostScript name or its full name; nil if there is none.
    public init?(_ name: CFString) {
        let (fonts, name) = (CoreTextFonts.current, name as String)
        let queries = [FontQuery(postscriptName: name), FontQuery(fullName: name)]
        let found = queries.lazy.compactMap {
            fonts.fonts(matching: FontQuerySet(including: [$0], options: .namedInstances)).first
        }.first
        guard let found else { return nil }
        data = nil
        descriptor = CTFontDescriptor(found)
    }

    /// Creates the graphics font of a descriptor.
    init(_ descriptor: CTFontDescriptor) {
        self.descriptor = descriptor
        data = nil
    }

    private var font: FontDescriptor? { descriptor.font }

    /// The PostScript name.
    public var postScriptName: CFString? { font.map { NSString(string: $0.postscriptName) } }

    /// The full name.
    public var fullName: CFString? { font.map { NSString(string: $0.fullName) } }

    /// The number of glyphs.
    public var numberOfGlyphs: Int { font?.face.glyphCount ?? 0 }

    public override var description: String { "CGFont(\(font?.postscriptName ?? ""))" }

    /// The bytes, for registration; nil if they cannot be read.
    var contents: Data? { data ?? font?.path.flatMap(CGDataProvider.contents) }
}
