package import FontModel
import Foundation
import SystemPackage

extension Message {
    /// Makes a message of the reason for which Foundation could not read or write a file, as a part of a sentence.
    ///
    /// It is the description of the system's error, which can be translated; where there is none, Foundation's sentence.
    package init(reasonOf error: any Error) {
        if let cause = (error as? CocoaError)?.underlying as? POSIXError {
            self.init(Errno(rawValue: cause.code.rawValue))
        } else {
            let text = error.localizedDescription
            self.init(verbatim: String(text.hasSuffix(".") ? text.dropLast() : text[...]))
        }
    }
}
