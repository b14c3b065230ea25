public import FontModel

/// One font file among the resources of a module.
public struct FontResource: Sendable, Hashable, Codable {
    /// The path of the file in the module's bundle, such as `Fonts/Lora[wght].ttf`.
    public var path: String
    /// The SHA-256 of the file when the module was built, in hexadecimal digits.
    public var sha256: String
    /// The length of the file in bytes when the module was built.
    public var length: Int
    /// The faces of the file, of which there are several in a collection.
    public var faces: [FontFace]
    /// The version text of the first face (`name` ID 5); empty if there is none.
    public var version: String
    /// The ``FontResourceLicense/id`` of the licence; nil if the bundle has no text and the font states no licence.
    public var license: String?

    package init(
        path: String, sha256: String, length: Int, faces: [FontFace], version: String, license: String? = nil
    ) {
        self.path = path
        self.sha256 = sha256
        self.length = length
        self.faces = faces
        self.version = version
        self.license = license
    }

    /// The PostScript names of the faces and of their named instances.
    public var names: [FontName] {
        faces.flatMap { [$0.postscriptName] + $0.instances.map(\.postscriptName) }.map(FontName.init(rawValue:))
    }
}

extension FontResource: FieldRecord {
    package init() { self.init(path: "", sha256: "", length: 0, faces: [], version: "") }

    package static let fields: [Field<FontResource>] = [
        .text("path", \.path),
        .text("sha256", \.sha256),
        .integer("length", \.length, in: 0...FontLimits.fileSize),
        .records("faces", \.faces, upTo: FontLimits.facesPerFile),
        .text("version", \.version),
        .text("license", \.license),
    ]
}
