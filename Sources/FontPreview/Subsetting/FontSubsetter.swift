import CHarfBuzz
import CWoff2Encoder
package import FontSpecimens
import Inspection

/// A maker of fonts with some of the characters of others, with HarfBuzz.
package enum FontSubsetter {
    /// Returns a font.
    ///
    /// Layout, variations, hints and all names are kept; only renaming changes names.
    /// - Throws: The reason why it cannot be made. A hostile font may also end the process.
    package static func font(_ subset: FontSubset, of file: FontMemory) throws(SubsettingFailure) -> SubsetFont {
        let face = HarfBuzzFace(file, index: subset.index)
        guard hb_face_get_glyph_count(face.raw) > 0 else { throw .unusable }
        var font = file.bytes.starts(with: "ttcf".utf8) ? try face.copied() : Array(file.bytes)
        var missing: [UInt32] = []
        if let characters = subset.characters {
            missing = characters.subtracting(face.characters).sorted()
            guard missing.count < characters.count else { throw .noCharacters }
            font = try face.subset(to: characters)
        }
        if let family = subset.family {
            font = try HarfBuzzFace(FontMemory(font), index: 0).renamed(to: family)
        }
        let packed = subset.isPacked ? try pack(font) : nil
        guard font.count + (packed?.count ?? 0) < WorkerProtocol.answerLength - (1 << 20) else { throw .tooLarge }
        return SubsetFont(font: font, packed: packed, missing: missing)
    }

    private static func pack(_ font: [UInt8]) throws(SubsettingFailure) -> [UInt8] {
        let packed = [UInt8](unsafeUninitializedCapacity: cwoff2_encoded_limit(font, font.count)) { buffer, filled in
            filled = cwoff2_encode(font, font.count, buffer.baseAddress, buffer.count)
        }
        guard !packed.isEmpty else { throw .unusable }
        return packed
    }
}

/// A face of HarfBuzz.
private final class HarfBuzzFace {
    let raw: OpaquePointer

    /// Keeps the bytes that HarfBuzz reads.
    private let memory: FontMemory

    /// Opens a face of a file.
    init(_ memory: FontMemory, index: Int) {
        self.memory = memory
        let blob = hb_blob_create(
            UnsafeRawPointer(memory.bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), UInt32(memory.bytes.count),
            HB_MEMORY_MODE_READONLY, nil, nil)
        defer { hb_blob_destroy(blob) }
        raw = hb_face_create(blob, UInt32(index))
    }

    deinit { hb_face_destroy(raw) }

    /// The characters of the table `cmap`.
    var characters: Set<UInt32> {
        let set = hb_set_create()
        defer { hb_set_destroy(set) }
        hb_face_collect_unicodes(raw, set)
        var characters: Set<UInt32> = []
        var character = UInt32.max
        while hb_set_next(set, &character) != 0 { characters.insert(character) }
        return characters
    }

    private func table(_ tag: UInt32) -> [UInt8] {
        let blob = hb_face_reference_table(raw, tag)
        defer { hb_blob_destroy(blob) }
        return Self.contents(of: blob)
    }

    private static func contents(of blob: OpaquePointer?) -> [UInt8] {
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }

    /// Returns the file of a face that HarfBuzz built.
    private static func file(of face: OpaquePointer?) throws(SubsettingFailure) -> [UInt8] {
        let blob = hb_face_reference_blob(face)
        defer { hb_blob_destroy(blob) }
        let bytes = contents(of: blob)
        guard !bytes.isEmpty else { throw .unusable }
        return bytes
    }

    /// Returns a font with the glyphs that some characters need.
    func subset(to characters: Set<UInt32>) throws(SubsettingFailure) -> [UInt8] {
        guard let input = hb_subset_input_create_or_fail() else { throw .unusable }
        defer { hb_subset_input_destroy(input) }
        let wanted = hb_subset_input_unicode_set(input)
        for character in characters { hb_set_add(wanted, character) }
        // All names in all languages, and all features, not only those that HarfBuzz considers common.
        for kind in [HB_SUBSET_SETS_NAME_ID, HB_SUBSET_SETS_NAME_LANG_ID, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG] {
            let set = hb_subset_input_set(input, kind)
            hb_set_clear(set)
            hb_set_invert(set)
        }
        hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NAME_LEGACY.rawValue | HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue)
        guard let face = hb_subset_or_fail(raw, input) else { throw .unusable }
        defer { hb_face_destroy(face) }
        return try Self.file(of: face)
    }

    /// Returns a font with another family in its names.
    func renamed(to family: String) throws(SubsettingFailure) -> [UInt8] {
        guard var names = NameTable(table(Self.nameTag)) else { throw .noNames }
        names.rename(to: family)
        guard let encoded = names.encoded else { throw .noNames }
        return try copied(names: encoded)
    }

    /// Returns a font with the same tables, apart from the names.
    func copied(names: [UInt8]? = nil) throws(SubsettingFailure) -> [UInt8] {
        let builder = hb_face_builder_create()
        defer { hb_face_destroy(builder) }
        var count: UInt32 = 0
        let total = hb_face_get_table_tags(raw, 0, &count, nil)
        var tags = [UInt32](repeating: 0, count: Int(total))
        count = total
        _ = hb_face_get_table_tags(raw, 0, &count, &tags)
        for tag in tags.prefix(Int(count)) {
            // A signature is not valid for a changed file.
            if names != nil, tag == Self.signatureTag { continue }
            let bytes = tag == Self.nameTag ? names ?? table(tag) : table(tag)
            let blob = bytes.withUnsafeBytes {
                hb_blob_create(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32($0.count), HB_MEMORY_MODE_DUPLICATE,
                    nil, nil)
            }
            hb_face_builder_add_table(builder, tag, blob)
            hb_blob_destroy(blob)
        }
        return try Self.file(of: builder)
    }

    private static let nameTag: UInt32 = 0x6E61_6D65
    private static let signatureTag: UInt32 = 0x4453_4947
}
