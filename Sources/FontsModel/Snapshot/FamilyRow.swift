package import FontModel
package import ReaderFonts

/// A family in a list: what its row shows, and nothing else.
///
/// A window with 5,000 rows compares them at each change, so a row holds no descriptors, sets or dictionaries. What
/// searches and filters ask is in ``FamilyFacts``.
package struct FamilyRow: Sendable, Hashable, Identifiable {
    /// Whether the fonts of the family are turned on.
    package enum State: UInt8, Sendable, Hashable {
        case on, off
        /// Some of them are.
        case partly
    }

    /// The name by which programs know the family.
    package var id: String
    /// The number of changes of the row so far: rows of one id and one revision are equal.
    package var revision = 0
    /// The name in the user's language.
    package var title: String
    /// The text by which the family is shown in its own face if the user has given none.
    package var sample: String
    /// The number of styles, those of variable fonts included.
    package var styleCount: Int
    package var state: State
    /// Whether a font of it is registered with fontd.
    package var isInstalled: Bool
    /// Whether a font of it is one of the system, or of a font folder of the user.
    package var isSystem: Bool
    package var isVariable: Bool
    package var isColor: Bool
    package var category: FontCategory?
    /// The face that shows the family: its most regular one.
    package var face: FaceReference
    /// When the newest font was installed, or its file changed, in seconds since 1970; nil if it is not known.
    package var date: Double?
    /// The bytes of its files.
    package var size: Int64

    /// Compares what rows show, without the revision.
    func isEqual(_ other: FamilyRow) -> Bool {
        var other = other
        other.revision = revision
        return self == other
    }

    /// The number of styles, and that the family is turned off, as one line.
    package var subtitle: String {
        let styles = trn("{count} style", "{count} styles", styleCount)
        return switch state {
        case .on: styles
        case .off: tr("{styles} · off").filled(["styles": styles])
        case .partly: tr("{styles} · partly off").filled(["styles": styles])
        }
    }

    /// What a screen reader says of the row.
    package var spoken: String { tr("{family}, {styles}").filled(["family": title, "styles": subtitle]) }
}

/// A face by its place, and the way in which it may be drawn.
package struct FaceReference: Sendable, Hashable {
    /// The way in which a face is drawn.
    package enum Drawing: UInt8, Sendable, Hashable {
        /// In the application's process, by descriptor: an accepted OpenType font.
        case inProcess
        /// By `fontd-preview`: Pango lists the format and then has no font for it.
        case byPreview
    }

    /// The path of the file; nil for a registered font that is turned off.
    package var path: String?
    /// The id of the registration; nil for a font that is not registered.
    package var registration: String?
    /// The index of the face in the file.
    package var index: Int
    package var drawing: Drawing

    package init(path: String?, registration: String?, index: Int, drawing: Drawing) {
        self.path = path
        self.registration = registration
        self.index = index
        self.drawing = drawing
    }

    /// - Parameter format: The format of the font's file; nil if it is not known.
    package init(_ font: FontDescriptor, _ format: FontFormat?) {
        self.init(
            path: font.path, registration: font.registrationID, index: font.face.index,
            drawing: Self.drawing(font, format))
    }

    private static func drawing(_ font: FontDescriptor, _ format: FontFormat?) -> Drawing {
        if font.face.outlines == .bitmap, !font.face.traits.contains(.colorGlyphs) { return .byPreview }
        // The registry has accepted what is registered.
        return font.registrationID != nil || format?.isSupported == true ? .inProcess : .byPreview
    }
}
