package import FontModel

/// The way to the files of a catalogue.
package protocol CatalogTransport: Sendable {
    /// Returns the bytes of a file below the address of the catalogue; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The path, in the form of an address.
    ///   - limit: The maximum number of bytes.
    /// - Throws: `registrationFailed` (301) with the cause `catalog` and the fault ``FontError/CatalogFault/tooLong`` for a
    ///   longer file.
    func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]?
}
