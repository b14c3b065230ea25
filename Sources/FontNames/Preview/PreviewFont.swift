import FontModel
import FoundationEssentials
package import OpenType
import StyleSheets

/// A font file on a preview page.
package struct PreviewFont: Sendable {
    /// The path of the file in the bundle, which the page shows.
    package var path: String
    /// The address of the file for the page; see ``PreviewPage/address(of:)``.
    package var address: String
    /// What the reader found in the file.
    package var contents: FontContents
    /// The whole file, of which the faces of a collection are copied into the page.
    package var bytes: [UInt8]

    package init(path: String, address: String, contents: FontContents, bytes: [UInt8]) {
        self.path = path
        self.address = address
        self.contents = contents
        self.bytes = bytes
    }

    /// The address of a file with one face; nil if the tables of a face of a collection lie outside of it.
    ///
    /// Web engines do not agree on how a page names a face within a collection.
    func address(of face: FontFace) -> String? {
        guard contents.format == .collection else { return address }
        guard let file = CollectionFace.file(face.index, of: bytes) else { return nil }
        let type = face.outlines == .trueType ? "font/ttf" : "font/otf"
        return "data:\(type);base64,\(Data(file).base64EncodedString())"
    }
}

/// The sample of a face, or of a named instance, on a preview page.
struct PreviewSample {
    /// The PostScript name.
    var name: String
    /// The style, such as `SemiBold`.
    var style: String
    /// The values of the axes; empty for those of the face.
    var coordinates: [String: Double]

    /// Returns the samples of a face: its own and those of its named instances, except one that is the same.
    static func samples(of face: FontFace) -> [PreviewSample] {
        [PreviewSample(name: face.postscriptName, style: face.style, coordinates: [:])]
            + face.instances.filter { $0.postscriptName != face.postscriptName }.map { instance in
                PreviewSample(name: instance.postscriptName, style: instance.name, coordinates: instance.coordinates)
            }
    }

    /// The declarations of the text.
    func declarations(family: String) -> String {
        let settings = coordinates.sorted { $0.key < $1.key }
            .map { "\(CSSText.string($0.key)) \(CSSText.number($0.value))" }
        let family = "font-family: \(CSSText.string(family))"
        return settings.isEmpty
            ? family : family + "; font-variation-settings: " + settings.joined(separator: ", ")
    }
}
