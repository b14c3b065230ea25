import CFreeType
public import FontModel

extension FreeTypeCheck {
    /// The maximum number of glyphs loaded at locations other than the default in one file, shared equally by its
    /// faces.
    ///
    /// If the number of glyphs times locations exceeds it, an evenly spread sample of the glyphs is loaded at each
    /// location: a font of a few kilobytes may declare 65,535 glyphs and 1,000 instances.
    public static let variedGlyphsPerFile = 500_000

    /// Loads the glyphs of every variable face at the ends of its axes and at its named instances, unscaled and
    /// unhinted.
    ///
    /// - Parameter bytes: The whole file, whose faces are known to open.
    /// - Returns: A warning for each glyph that loads at the default location but not there, at most
    ///   ``findingsPerFace`` per face.
    ///
    /// The corresponding C function is `FT_Set_Var_Design_Coordinates`.
    public static func loadVariations(_ bytes: UnsafeRawBufferPointer) -> [FontFinding] {
        guard let library = LibraryHandle() else { return [] }
        var findings: [FontFinding] = []
        var faceCount = 1
        var index = 0
        while index < faceCount {
            // Faces that do not open were already reported by `loadGlyphs`.
            let found = try? FaceHandle.with(index, of: bytes, in: library) { face in
                if index == 0 { faceCount = min(Int(face.raw.pointee.num_faces), FontLimits.facesPerFile) }
                return loadVariations(of: face, library, index: index, limit: variedGlyphsPerFile / max(1, faceCount))
            }
            findings += found ?? []
            index += 1
        }
        return findings
    }

    private static func loadVariations(
        of face: borrowing FaceHandle, _ library: borrowing LibraryHandle, index: Int, limit: Int
    ) -> [FontFinding] {
        let locations = VariationLocation.all(of: face, library)
        guard !locations.isEmpty else { return [] }
        let count = Int(face.raw.pointee.num_glyphs)
        let glyphs = sample(of: count, limit: max(1, limit / locations.count))
        let table = outlineTable(of: face)
        // Glyphs that fail at the default location are not reported again for each location.
        let sound = glyphs.filter { FT_Load_Glyph(face.raw, FT_UInt($0), outlineFlags) == 0 }
        var findings: [FontFinding] = []
        for location in locations {
            var coordinates = location.coordinates
            guard FT_Set_Var_Design_Coordinates(face.raw, FT_UInt(coordinates.count), &coordinates) == 0 else {
                continue
            }
            for glyph in sound {
                let error = FT_Load_Glyph(face.raw, FT_UInt(glyph), outlineFlags)
                guard error != 0 else { continue }
                findings.append(
                    FontFinding(
                        .glyphVariationFails, faceIndex: index, table: table, glyph: glyph,
                        message: "Glyph \(glyph) does not load at \(location.text()): \(FreeTypeFailure.clause(error))."
                    ))
                if findings.count == findingsPerFace { return findings }
            }
        }
        return findings
    }
}

/// A location in the design space of a variable face, in the order of its axes.
struct VariationLocation: Hashable {
    /// The coordinates, as 16.16 fixed-point numbers.
    var coordinates: [FT_Fixed]
    /// The tags of the axes.
    var tags: [FT_ULong]

    /// Returns the locations to check, without repetitions and without the default location.
    ///
    /// They are the ends of each axis, all axes at their minimum, all axes at their maximum, and the named instances.
    static func all(of face: borrowing FaceHandle, _ library: borrowing LibraryHandle) -> [VariationLocation] {
        var made: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face.raw, &made) == 0, let variations = made else { return [] }
        // "Free the memory allocated by FT_Get_MM_Var" (FT_Done_MM_Var).
        defer { FT_Done_MM_Var(library.raw, variations) }
        let axes = UnsafeBufferPointer(start: variations.pointee.axis, count: Int(variations.pointee.num_axis))
        let defaults = axes.map(\.def)
        var places: [[FT_Fixed]] = [axes.map(\.minimum), axes.map(\.maximum)]
        for axis in axes.indices {
            for end in [axes[axis].minimum, axes[axis].maximum] {
                var place = defaults
                place[axis] = end
                places.append(place)
            }
        }
        let count = Int(variations.pointee.num_namedstyles)
        if let styles = variations.pointee.namedstyle {
            for style in UnsafeBufferPointer(start: styles, count: count) {
                places.append(Array(UnsafeBufferPointer(start: style.coords, count: axes.count)))
            }
        }
        var seen: Set = [defaults]
        let tags = axes.map(\.tag)
        return places.filter { seen.insert($0).inserted }.map { VariationLocation(coordinates: $0, tags: tags) }
    }

    /// Returns the location as text, such as `wght 700, wdth 100`.
    func text() -> String {
        zip(tags, coordinates).map { "\(Self.tagText($0)) \(Self.text($1))" }.joined(separator: ", ")
    }

    private static func text(_ value: FT_Fixed) -> String {
        value % 65_536 == 0 ? "\(value / 65_536)" : "\(Double(value) / 65_536)"
    }

    private static func tagText(_ tag: FT_ULong) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> FT_ULong($0)) }
        return DisplayText.clean(String(decoding: bytes, as: UTF8.self))
    }
}
