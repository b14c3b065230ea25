import ArgumentParser
import FontCatalog
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
            program: fetchProgram(), early: earlyFetch, environment: variables, allowsInsecure: allowingInsecure)
        return AnyFiles(network: network)
    }

    /// Starts the process that fetches files, if a command line's command is one that asks servers in any case.
    func startedEarly(for arguments: [String]) -> EarlyFetchProcess? {
        let named = NamedCommand.of(arguments.drop(while: LeadingFlags.all.contains)).type
        guard named == CatalogAdd.self || named == CatalogRefreshing.self, let program = fetchProgram() else {
            return nil
        }
        return EarlyFetchProcess(program: program) { [self] in
            if named == CatalogAdd.self { return arguments.contains { $0.hasPrefix("http") } }
            let entries = try? catalogFolders().readable().entries
            return entries?.contains { !$0.address.isFolder } ?? false
        }
    }
}
