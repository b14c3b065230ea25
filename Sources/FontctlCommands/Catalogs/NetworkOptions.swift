import ArgumentParser
import FontFetching
import FontModel
import FontTransfer
import Foundation
import ProgramSupport

/// The options of commands that fetch files of catalogues.
struct NetworkOptions: ParsableArguments {
    @Flag(name: .customLong("insecure-http"), help: "Allow addresses with http: on other machines.")
    var allowsInsecure = false

    /// The options where none is given; a value that the parser did not fill has no flag to read.
    static var none: NetworkOptions {
        var options = NetworkOptions()
        options.allowsInsecure = false
        return options
    }
}

extension FontctlContext {
    /// The way to files of catalogues.
    func files(_ options: NetworkOptions = .none) -> any FileTransport {
        let network = NetworkFiles(
            program: fetchProgram(), environment: variables, allowsInsecure: options.allowsInsecure)
        return AnyFiles(network: network)
    }
}
