import FontRegistry
public import Foundation

/// A font, or the attributes of fonts that are searched for.
///
/// It is immutable, and may be used from any thread.
public final class CTFontDescriptor: NSObject, @unchecked Sendable {
    // Checked: both are constants, and the objects in the dictionary are not changed.
    /// The given attributes.
    let given: [String: Any]
    /// The font; nil if there are only attributes.
    let font: FontDescriptor?
    /// The file of which the font was read; nil for a font that was found or registered.
    let file: FontFile?

    init(_ font: FontDescriptor?, given: [String: Any] = [:], file: FontFile? = nil) {
        (self.font, self.given, self.file) = (font, given, file)
    }

    /// Creates a descriptor of attributes.
    convenience init(attributes: CFDictionary, of font: FontDescriptor? = nil, file: FontFile? = nil) {
        var given: [String: Any] = [:]
        for (key, value) in attributes { if let key = Self.text(key) { given[key] = value } }
        self.init(font, given: given, file: file)
    }

    /// Returns the text that a value is.
    static func text(_ value: Any?) -> String? { (value as? String) ?? (value as? NSString).map { $0 as String } }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CTFontDescriptor else { return false }
        return font == other.font && (given as NSDictionary).isEqual(other.given as NSDictionary)
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(font)
        hasher.combine(given.count)
        return hasher.finalize()
    }

    public override var description: String {
        let name =
            postscriptName ?? Self.text(given[kCTFontFamilyNameAttribute as String]) ?? url?.path(percentEncoded: false)
            ?? "no name"
        return "CTFontDescriptor(\(name))"
    }

    // MARK: The attributes that lead to a font

    /// The URL of the file.
    var url: URL? { (attribute(kCTFontURLAttribute as String) as? NSURL).map { $0 as URL } }

    /// The PostScript name, or another name in its place.
    var postscriptName: String? { Self.text(attribute(kCTFontNameAttribute as String)) }

    /// The family.
    var family: String? { Self.text(attribute(kCTFontFamilyNameAttribute as String)) }

    /// The text that the program stores with a registration.
    var userInfo: String? { Self.text(attribute(kCTFontRegistrationUserInfoAttribute as String)) }

    /// Returns the descriptors of all faces and named instances of a registration.
    static func descriptors(of registration: Registration) -> [CTFontDescriptor] {
        registration.faces.flatMap { face in
            let instances = face.instances.indices.filter { !face.instances[$0].isDefault }.map(Int?.some)
            return ([nil] + instances).map { instance in
                // A font that is disabled has only the file that was given.
                let given: [String: Any] =
                    registration.path == nil
                    ? registration.originalURL.map { [kCTFontURLAttribute as String: $0 as NSURL] } ?? [:] : [:]
                return CTFontDescriptor(registration.descriptor(of: face, instance: instance), given: given)
            }
        }
    }

    /// Returns the descriptors of all faces and named instances of a file.
    static func descriptors(of file: FontFile) -> [CTFontDescriptor] {
        file.descriptors.map { CTFontDescriptor($0, file: file) }
    }
}
