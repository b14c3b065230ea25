import FontFiles
import FontModel
import FontSpecimens
import Synchronization

/// What a build needs of the document that it published before.
struct PublishedFamily: Decodable {
    /// A file and its compressed forms.
    struct File: Decodable {
        var sha256: String
        var size: Int64
        var urls: [String]
        var packed: [FamilyDocument.File.Packed]
    }

    var version: String
    var revised: String
    var history: [FamilyDocument.Revision]
    var sample: FamilyDocument.Sample?
    var preview: FamilyDocument.Picture?
    var license: FamilyDocument.License
    var files: [File]
}

extension CatalogBuild {
    /// Fonts of this size and more are offered in xz: below it the time of a request outweighs what is saved.
    private static let packedSize = 256 << 10

    /// Copies a font into the folder of the catalogue, unless it is there.
    func copy(_ font: FontFacts) throws(FontError) {
        let target = "\(publication.folder)/\(font.path)"
        guard !PublishedFolder.has(font.size, at: target) else { return }
        let copy = try SealedMemory(copying: try font.item.open())
        guard copy.sha256 == font.sha256 else {
            throw FontError(
                .invalidFontData, "The file changed while it was read. Build again when it is complete.",
                file: font.item.name)
        }
        try PublishedFolder.create(PathText.folder(of: target))
        try PublishedFolder.write(Array(copy.contents.bytes), to: target)
    }

    private static let sharedFiles = Mutex(())

    /// Writes a file that several families may have, unless it is there.
    func writeShared(_ bytes: [UInt8], to path: String) throws(FontError) {
        let result = Self.sharedFiles.withLock { _ in
            Result { () throws(FontError) in try PublishedFolder.writeOnce(bytes, to: path) }
        }
        try result.get()
    }

    /// Makes the compressed forms of large fonts that become at least a tenth smaller; returns them by the SHA-256 of the
    /// font.
    func packed(
        _ fonts: FamilyFonts, earlier: PublishedFamily?
    ) throws(FontError) -> [String: FamilyDocument.File.Packed] {
        var forms: [String: FamilyDocument.File.Packed] = [:]
        guard options.packs else { return forms }
        for font in fonts.fonts where font.size >= Self.packedSize {
            forms[font.sha256] = try packed(
                font, known: earlier?.files.first { $0.sha256 == font.sha256 }?.packed.first { $0.coding == "xz" })
        }
        return forms
    }

    /// Returns the compressed form of a font, which is made unless it is there; nil if it is not small enough.
    private func packed(
        _ font: FontFacts, known: FamilyDocument.File.Packed?
    ) throws(FontError) -> FamilyDocument.File.Packed? {
        let target = "\(publication.folder)/\(font.path).xz"
        if let known, PublishedFolder.has(Int(known.size), at: target) { return known }
        if let record = options.cache?.record(.xz, of: font.sha256) {
            // An empty record: the form is not small enough.
            guard !record.isEmpty else { return nil }
            let words = String(decoding: record, as: UTF8.self).split(separator: " ")
            if words.count == 2, let size = Int(words[1]), PublishedFolder.has(size, at: target) {
                return FamilyDocument.File.Packed(coding: "xz", sha256: String(words[0]), size: Int64(size))
            }
        }
        let memory = try SealedMemory(copying: try SourceFile(opening: "\(publication.folder)/\(font.path)"))
        guard let bytes = XZ.pack(memory.contents.bytes, atMost: font.size / 10 * 9) else {
            if XZ.isPossible { options.cache?.keep([], as: .xz, of: font.sha256) }
            return nil
        }
        try PublishedFolder.write(bytes, to: target)
        let form = FamilyDocument.File.Packed(
            coding: "xz", sha256: ContentHash.of(bytes), size: Int64(bytes.count))
        options.cache?.keep(Array("\(form.sha256) \(form.size)".utf8), as: .xz, of: font.sha256)
        return form
    }

    /// Returns the picture of a family, which is drawn unless fonts and sample are those of the earlier document.
    ///
    /// A family whose font cannot be drawn has none.
    func picture(
        of fonts: FamilyFonts, _ sample: FamilySample?, earlier: PublishedFamily?
    ) throws(FontError) -> FamilyDocument.Picture? {
        guard let sample else { return nil }
        let folder = publication.folder
        if let known = earlier?.preview, earlier?.sample == sample.sample,
            earlier?.files.map(\.sha256) == fonts.fonts.map(\.sha256),
            PublishedFolder.has(Int(known.size), at: "\(folder)/\(CatalogLayout.preview(known.sha256))")
        {
            return known
        }
        guard let program = options.drawingProgram, let drawn = try? sample.picture(by: program) else { return nil }
        let picture = FamilyDocument.Picture(
            sha256: ContentHash.of(drawn.bytes), size: Int64(drawn.bytes.count), width: drawn.width,
            height: drawn.height)
        let path = "\(folder)/\(CatalogLayout.preview(picture.sha256))"
        try PublishedFolder.create(PathText.folder(of: path))
        try writeShared(drawn.bytes, to: path)
        return picture
    }
}
