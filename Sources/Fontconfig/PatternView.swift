import CFontconfig

/// Typed access to a borrowed pattern.
///
/// Values that are missing or have another type are nil: a variable pattern, for example, has a range where others have
/// a number.
struct PatternView {
    let raw: OpaquePointer  // <FcPattern>, borrowed

    /// Creates a view of a pattern without taking ownership.
    init(_ raw: OpaquePointer) { self.raw = raw }

    /// Returns the value at `position` as the C string in the pattern, which is valid as long as the pattern.
    ///
    /// "The value returned is not a copy, but rather refers to the data stored within the pattern directly"
    /// (FcPatternGet).
    func bytes(_ object: String, _ position: Int = 0) -> UnsafeMutablePointer<FcChar8>? {
        var value: UnsafeMutablePointer<FcChar8>?
        return FcPatternGetString(raw, object, Int32(position), &value) == FcResultMatch ? value : nil
    }

    /// Returns the value at `position` as text; bytes that are not UTF-8 become U+FFFD.
    func string(_ object: String, _ position: Int = 0) -> String? {
        bytes(object, position).map { String(cString: $0) }
    }

    /// Returns all values as text.
    func strings(_ object: String) -> [String] {
        var values: [String] = []
        while let value = string(object, values.count) { values.append(value) }
        return values
    }

    /// Returns the first value as an integer.
    func integer(_ object: String) -> Int? {
        var value: Int32 = 0
        return FcPatternGetInteger(raw, object, 0, &value) == FcResultMatch ? Int(value) : nil
    }

    /// Returns the first value as a number, or nil for the ranges of variable patterns.
    func number(_ object: String) -> Double? {
        var value = 0.0
        return FcPatternGetDouble(raw, object, 0, &value) == FcResultMatch ? value : nil
    }

    /// Returns the first value as a Boolean; false if it is missing or "don't care".
    func flag(_ object: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(raw, object, 0, &value) == FcResultMatch && value == FcTrue
    }

    /// The characters, valid as long as the pattern.
    var characters: OpaquePointer? {  // <FcCharSet>, borrowed
        var value: OpaquePointer?
        return FcPatternGetCharSet(raw, FC_CHARSET, 0, &value) == FcResultMatch ? value : nil
    }

    /// The languages, valid as long as the pattern.
    var languages: OpaquePointer? {  // <FcLangSet>, borrowed
        var value: OpaquePointer?
        return FcPatternGetLangSet(raw, FC_LANG, 0, &value) == FcResultMatch ? value : nil
    }

    /// The path of the file; nil if it is not UTF-8, because no `String` can represent it.
    var path: String? {
        guard let bytes = bytes(FC_FILE) else { return nil }
        return String.decodeCString(bytes, as: UTF8.self, repairingInvalidCodeUnits: false)?.result
    }

    /// The index of the face in the file: the lower 16 bits of FC_INDEX.
    var faceIndex: Int { (integer(FC_INDEX) ?? 0) & 0xFFFF }

    /// The number of the named instance, from 1; 0 for the face itself and for the pattern of the whole variable face.
    var instanceNumber: Int { ((integer(FC_INDEX) ?? 0) >> 16) & 0x7FFF }

    /// Whether the pattern describes a variable face, with ranges in place of numbers.
    var isVariable: Bool { flag(FC_VARIABLE) }
}
