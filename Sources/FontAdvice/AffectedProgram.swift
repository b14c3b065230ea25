public import FontRegistry

/// A running program that a change of fonts concerns, with what the user does about it.
public struct AffectedProgram: Sendable, Hashable, Identifiable {
    /// What the program shows after the change.
    public enum Effect: String, Sendable, Hashable, CaseIterable {
        /// It shows the new fonts when it is started again.
        case restart
        /// It shows the new fonts within seconds, by itself.
        case seconds
        /// It shows the new fonts in half a minute, by itself.
        case polling
        /// It has a disabled, removed or replaced font open, and shows it as before until it is started again.
        case asBefore = "as-before"
        /// It has a font open whose file is gone, and loses text or fails with it; ``AffectedProgram/consequence`` says how.
        case loss
    }

    /// The word for the program, such as `libreoffice` or the name of its file.
    public var id: String
    /// The name for people.
    public var name: String
    /// The processes to end for a restart, by number; those that they started are left out.
    public var processes: [FontUser]
    public var effect: Effect
    /// The number of the changed fonts that it has open; 0 if only new fonts concern it.
    public var openFonts: Int
    /// The consequence of ``Effect/loss`` with the remedy, as a sentence of English; nil for others.
    public var consequence: String? { consequenceText?.description }
    /// The consequence with its values, which can be translated.
    package var consequenceText: Message?

    /// The ``consequence`` in the language of this process, for people; see `Message.localized`.
    public var localizedConsequence: String? { consequenceText?.localized }

    init(_ group: ProgramGroup, _ effect: Effect, openFonts: Int = 0, consequence: Message? = nil) {
        id = group.program.id
        name = group.program.name
        processes = group.roots.map(\.user)
        self.effect = effect
        self.openFonts = openFonts
        consequenceText = consequence
    }

    /// A process of which no more is known than that it has fonts open.
    init(_ user: FontUser, openFonts: Int) {
        (id, name, processes) = (user.program, user.program, [user])
        (effect, self.openFonts) = (.asBefore, openFonts)
    }

    /// Whether the program has to be started again to show the fonts as they are now.
    public var needsRestart: Bool {
        switch effect {
        case .restart, .asBefore, .loss: true
        case .seconds, .polling: false
        }
    }
}

extension FontManager {
    /// Returns the running programs that a change concerns, first those that have a changed font open, each by name.
    ///
    /// The rules are measured (`docs/reach.md`): programs read fonts when they start, look for changed ones, or are told.
    /// This process and those that started it, programs of fontd, and programs of other homes are left out. It reads some
    /// files of each of the user's processes.
    /// - Parameter summary: The outcomes of the change. ``FontOutcome/inUseBy`` tells which programs have a font open; it is
    ///   filled in if `reportsUsers` of the context was set.
    /// - Returns: The programs; none in a sandbox, whose numbers of processes differ, and none if the change shows no new
    ///   font and no program has a changed one open.
    public func programs(affectedBy summary: FontSummary) async -> [AffectedProgram] {
        guard serviceAnswers == nil else { return [] }
        let effects = try? await BlockingWork.perform { () throws(FontError) in
            ProgramEffects(of: summary) { RunningProgram.all(where: FontEngine.isMarker) }
        }
        return effects?.affected(by: summary) ?? []
    }
}

extension ProgramEffects {
    /// Returns the programs that a change concerns.
    package func affected(by summary: FontSummary) -> [AffectedProgram] {
        let known = users.map { group in
            let outcomes = outcomes(of: group, in: summary)
            let loss = Self.loss(of: group, outcomes)
            return AffectedProgram(
                group, loss == nil ? .asBefore : .loss, openFonts: outcomes.count, consequence: loss)
        }
        let unknown = unknownUsers(in: summary).map { user in
            AffectedProgram(user, openFonts: summary.outcomes.count { $0.inUseBy.contains(user) })
        }
        return known + unknown + toRestart.map { AffectedProgram($0, .restart) }
            + atOnce.map { AffectedProgram($0, .seconds) } + polling.map { AffectedProgram($0, .polling) }
    }
}
