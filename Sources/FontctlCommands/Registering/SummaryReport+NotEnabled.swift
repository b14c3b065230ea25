import FontAdvice
import FontRegistry

extension SummaryReport {
    /// Adds a line for the fonts of each family that were not enabled with the others, with the reason.
    mutating func addNotEnabled(
        of targets: [ChosenFonts.Target], by manager: FontManager, in context: FontctlContext
    ) async {
        let shown = Set(summary.outcomes.flatMap(\.systemFonts).map(Self.place))
        let items = Set(summary.outcomes.filter(\.isSuccess).map(\.item))
        for target in targets where items.contains(target.item) {
            let family: String
            switch target.target.kind {
            case .family(let name), .any(let name): family = name
            case .file, .id, .name: continue
            }
            // The change is made: a remark that cannot be found must not report it as failed.
            let hidden = ((try? await manager.hiddenFonts(meantBy: .family(family))) ?? [])
                .filter { !shown.contains(Self.place($0)) }
            if !hidden.isEmpty {
                let command = ShellWords.line(
                    ["fontctl", "enable"], operands: Set(hidden.compactMap(\.path)).sorted())
                let names = hidden.map(\.postscriptName).listText
                let line = Message(
                    for: hidden.count,
                    one:
                        "\(names) of the system remains hidden, because a registered font has its style. `\(command)` shows it, too.",
                    many:
                        "\(names) of the system remain hidden, because registered fonts have their styles. `\(command)` shows them, too."
                )
                notEnabled.append("\(family): \(tr(line))")
            }
            notEnabled += (context.systemStore?.disabled(ofFamily: family) ?? []).map { owner, face in
                let fact: Message = "\(face.postscriptName) was not enabled."
                return "\(family): \(tr(Message([fact, owner.explanation])))"
            }
            let hidings = context.systemStore?.hidden(meantBy: .family(family)) ?? []
            guard let first = hidings.first else { continue }
            let names = hidings.map(\.font.postscriptName).listText
            let line = Message(
                for: hidings.count,
                one: "The administrator hides \(names) from all users. `\(first.showing)` shows it again.",
                many: "The administrator hides \(names) from all users. `\(first.showing)` shows them again.")
            notEnabled.append("\(family): \(tr(line))")
        }
    }

    /// Adds a line for each family of unregistered fonts of which fonts of the system remain hidden.
    mutating func addStillHidden(by manager: FontManager) async {
        let families = summary.outcomes.filter { $0.status == .unregistered }
            .flatMap { $0.registration?.faces ?? [] }.map(\.family)
        // Few hide fonts, and all registrations take longer to read than the rest of the command.
        guard !families.isEmpty, (try? await manager.hiddenFonts())?.isEmpty == false,
            let left = try? await manager.registered()
        else { return }
        for family in Set(families).sorted() {
            // The change is made: a remark that cannot be found must not report it as failed.
            let hidden = (try? await manager.hiddenFonts(meantBy: .family(family))) ?? []
            guard !hidden.isEmpty else { continue }
            // Beside registered fonts, the family would mean these, too.
            let isWhole = !left.contains { RegistrationSelection.hasFamily(family, $0) }
            let command = ShellWords.line(
                ["fontctl", "enable"] + (isWhole ? ShellWords.option("--family", family) : []),
                operands: isWhole ? [] : Set(hidden.compactMap(\.path)).sorted())
            let names = hidden.map(\.face).namesText
            let line = Message(
                for: hidden.count,
                one: "\(names) of the system is still hidden. `\(command)` shows it again.",
                many: "\(names) of the system are still hidden. `\(command)` shows them again.")
            notEnabled.append("\(family): \(tr(line))")
        }
    }

    private static func place(_ font: FontDescriptor) -> String { "\(font.face.index) \(font.path ?? "")" }
}
