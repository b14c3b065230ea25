import ArgumentParser
import FontFetching
import FontModel
import Foundation
import ProgramSupport

/// The options of commands that fetch files of catalogues.
struct NetworkOptions: ParsableArguments {
    @Flag(name: .customLong("insecure-http"), help: "Allow addresses with http: on other machines.")
    var allowsInsecure = false
}

extension FontctlContext {
    /// The way to files of catalogues.
    func files(allowingInsecure: Bool) -> AnyFiles {
        let network = NetworkFiles(
            program: fetchProgram(), environment: variables, allowsInsecure: allowingInsecure)
        return AnyFiles(network: network)
    }
}
