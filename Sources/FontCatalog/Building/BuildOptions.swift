package import TUF

/// What a build of a catalogue makes besides the documents, and with what.
package struct BuildOptions: Sendable {
    /// What earlier builds found out; nil reads and packs everything again.
    package var cache: BuildCache?
    /// The path of `fontd-preview`; nil draws no new pictures.
    package var drawingProgram: String?
    /// Whether large fonts are offered in xz as well.
    package var packs = true
    /// When all metadata expires, for a catalogue that nobody renews, such as one in a package; nil for the usual dates.
    package var expiry: Timestamp?

    package init() {}
}
