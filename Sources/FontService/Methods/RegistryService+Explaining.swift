import FontAdvice
import FontBus
import FontModel
import FontRegistry
import Inspection

/// Explanations of the state of a font, with remedies.
extension RegistryService {
    static let explaining: [ServiceMethod] = [
        .init("Why", ["name": "s", "options": "a{sv}"], returns: ["explanation": "a{sv}"], looksUp: true, by: why)
    ]

    func why(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let name = try arguments.string(0)
        let options = try arguments.options(1, ["file", "for"])
        let file = try options.optional("file", \.descriptor)
        let program = try options.optional("for", \.string)
        guard !name.isEmpty else { throw BusFailure.invalidArguments("The name is empty.") }
        guard program.map({ !$0.isEmpty && $0.utf8.count <= Arguments.longestName }) ?? true else {
            throw BusFailure.invalidArguments("for must be the name of a program or a toolkit.")
        }
        let isSandboxed = caller.identity.isSandboxed
        // In a sandbox there is none, besides the fonts that the caller finds.
        let context = ExplainingContext(registry: isSandboxed ? nil : self.context)
        let asked = try program.map { try KnownProgram.named($0, among: context.runningPrograms()) }
        let explainer = FontExplainer(caller.manager, in: context, for: asked)
        let explanation =
            if let file {
                try await explainer.explain(file: try await read(file, name: name, for: caller))
            } else {
                try await explainer.explain(text: name)
            }
        return [.dictionary(explanation.explained(isSandboxed: isSandboxed).busMembers)]
    }

    /// Reads a file of a caller.
    ///
    /// - Throws: `registrationFailed` (301) if it cannot be read now.
    private func read(
        _ descriptor: BusDescriptor, name: String, for caller: ServiceCaller
    ) async throws(FontError) -> FileToExplain {
        let file = try Self.opened(descriptor, name: name)
        return try await FileToExplain(name: name, file: file) { () throws(FontError) in
            let inspection = try await openedFiles.inspect(file, name: name, for: caller.identity.id)
            return (inspection.sha256, inspection.faces)
        }
    }
}
