internal import FontFiles
internal import FontModel
internal import FontsModel
internal import Gtk

/// The fonts of the styles that are shown, drawn from copies of their files; those that were shown last are kept.
@UI
final class StyleFonts {
    /// The way in which a style is drawn.
    enum Drawing {
        /// In this process.
        case fonts(FontMap)
        /// By `fontd-preview`.
        case preview
        case failed(FontError)
    }

    private let library: any FontLibrary
    private var kept = KeptFonts<FaceReference>(most: 12, mostBytes: 16 << 20)

    init(_ library: any FontLibrary) { self.library = library }

    /// Returns the way in which a style is drawn; files are opened and read in another thread.
    func drawing(of style: StyleRow) async -> Drawing {
        let face = style.face
        guard face.drawing == .inProcess else { return .preview }
        if let map = kept.use(face)?.fonts { return .fonts(map) }
        do throws(FontError) {
            let file = try await library.open(style.font)
            let fonts = try await BlockingWork.perform { () throws(FontError) in
                FileFonts(copying: file.descriptor, face: face.index)
            }
            // Pango has no fonts of some formats, whose files may have any name.
            guard let fonts, let map = FontMap(fonts) else { return .preview }
            kept.keep(map, as: face)
            return .fonts(map)
        } catch {
            return .failed(error)
        }
    }

    /// Forgets all fonts: a file that takes the place of another has its path.
    func forget() { kept.removeAll() }
}

@UI
extension StyleRow {
    /// Returns the way in which a text in the style is drawn.
    ///
    /// - Parameter size: The size in points.
    func face(in map: FontMap, size: Double, _ settings: SpecimenSettings) -> Face {
        Face(
            family: map.families.first, size: size, weight: Int(min(max(weight.rounded(), 1), 1_000)),
            isItalic: isItalic, stretch: widthClass,
            axes: settings.axes?.coordinates ?? axisSettings?.coordinates ?? [:],
            features: settings.features?.values ?? [:])
    }
}
