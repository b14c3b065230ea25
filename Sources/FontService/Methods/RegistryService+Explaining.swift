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

    func why(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let name = try arguments.string(0)
        let options = try arguments.options(1, ["file", "for"])
        let file = try options.optional("file", \.descriptor)
        let program = try options.optional("for", \.string)
        guard !name.isEmpty else { throw .invalidArguments("The name is empty.") }
        guard program.map({ !$0.isEmpty && $0.utf8.count <= Arguments.longestName }) ?? true else {
            throw .invalidArguments("for must be the name of a program or a toolkit.")
        }
        let isSandboxed = caller.identity.isSandboxed
        let explained = try await answering { () throws(FontError) -> ExplainedFont in
            // In a sandbox there is none, besides the fonts that the caller finds.
            let context = ExplainingContext(registry: isSandboxed ? nil : self.context)
            var asked: KnownProgram?
            if let program { asked = try KnownProgram.named(program, among: context.runningPrograms()) }
            let explainer = FontExplainer(caller.manager, in: context, for: asked)
            guard let file else { return try await explainer.explain(text: name).explained(isSandboxed: isSandboxed) }
            let read = try await self.read(file, name: name, for: caller)
            return try await explainer.explain(file: read).explained(isSandboxed: isSandboxed)
        }
        return [.dictionary(explained.busMembers)]
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
