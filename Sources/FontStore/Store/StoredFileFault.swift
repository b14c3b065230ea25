package import FontModel

/// A fault of the files of a registration.
package typealias StoredFileFault = ExplainedFont.Fault

extension ExplainedFont.Fault {
    /// Returns the fault as a sentence.
    ///
    /// - Parameter name: The PostScript name of the font.
    package func sentence(on name: String) -> Message {
        switch self {
        case .missing: "The stored file of \(name) is missing."
        case .damaged: "The stored file of \(name) is damaged: it has other bytes than the registered ones."
        case .notShown: "The font folder lacks the file of \(name), or has other bytes in its place."
        }
    }
}
