/// The result of an export of registrations.
public struct ExportedFonts: Sendable, Hashable {
    /// The number of registrations in the manifest.
    public var registrations: Int
    /// The number of font files in the export; 0 for a manifest alone.
    public var files: Int
    /// The size of the export in bytes.
    public var size: Int

    package init(registrations: Int, files: Int, size: Int) {
        self.registrations = registrations
        self.files = files
        self.size = size
    }
}

extension ExportedFonts: FieldRecord {
    package init() { self.init(registrations: 0, files: 0, size: 0) }

    package static let fields: [Field<ExportedFonts>] = [
        .integer("registrations", \.registrations),
        .integer("files", \.files),
        .integer("size", \.size),
    ]
}
