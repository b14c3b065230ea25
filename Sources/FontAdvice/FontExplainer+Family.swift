import FontRegistry

extension FontExplainer {
    /// Explains a family of several styles.
    ///
    /// - Parameter registered: The registrations with the name or id.
    /// - Returns: Nil if the text is the id of a registration, the PostScript name of a font and not its family, too, or no
    ///   family of several files or faces.
    func explain(
        family name: String, among registered: [Registration]
    ) async throws(FontError) -> FamilyExplanation? {
        guard !registered.contains(where: { $0.id == name || $0.faces.contains { $0.isOnlyNamed(name) } })
        else { return nil }
        let members = registered.filter { RegistrationSelection.hasFamily(name, $0) }
        // Only a disabled font can have another one in its way.
        let all =
            members.contains { !$0.isEnabled }
            ? try await manager.registered(state: .enabled) : members.filter(\.isEnabled)
        var (styles, alternatives) = styles(of: name, in: members, enabled: all)
        let views = try await manager.programViews(of: members)
        // Programs see the system's copy of a font that is disabled, or that they do not see in spite of that.
        let seen = styles.values.filter { Self.isSeen($0, views) }
        let system = try await manager.systemFonts(ofFamily: name).filter { font in
            !seen.contains { $0.face.isStyle(of: font.face) }
        }
        styles = styles.filter { _, style in
            style.registration.isEnabled || !system.contains { $0.face.isStyle(of: style.face) }
        }
        // Of fonts with one family and style programs show one, so a disabled one besides others that have all its styles
        // is no style of its own. One in whose place they show another style for the language leaves its style to others.
        let holding = members.filter { $0.isEnabled && views[$0.id]?.hidden?.isForOtherStyle != true }
        let enabled = holding.flatMap(\.faces) + system.map(\.face)
        for (name, style) in styles where !style.registration.isEnabled {
            guard style.face.isReplaced(by: enabled) else { continue }
            alternatives.append(style.registration)
            styles[name] = nil
        }
        let isMissing = { (font: FontDescriptor) in
            !enabled.contains { $0.isStyle(of: font.face) } && !font.face.isReplaced(by: enabled)
        }
        let hidden = try await manager.hiddenFonts(meantBy: .family(name)).filter(isMissing)
        let hiddenForAll = (context.systemStore?.hidden(meantBy: .family(name)) ?? []).filter { hiding in
            isMissing(hiding.font) && !hidden.contains { $0.face.isStyle(of: hiding.font.face) }
        }
        let allHidden = hidden + hiddenForAll.map(\.font)
        let faces = styles.values.map(\.face) + (system + allHidden).map(\.face)
        // Two files of one style are explained as a font.
        guard styles.count > 1 || faces.contains(where: { !$0.isStyle(of: faces[0]) }),
            !(allHidden + system).contains(where: { $0.face.isOnlyNamed(name) })
        else { return nil }
        var answer = FamilyExplanation(
            name: styles.first?.value.face.family ?? (system + allHidden).first?.face.family ?? name, query: name)
        for (_, style) in styles.sorted(by: { $0.key < $1.key }) {
            let font = style.instance.map {
                FontDescriptor(face: style.face, instance: $0, path: style.registration.path, origin: .system)
            }
            answer.styles.append(
                try await explain(
                    style.registration, as: style.instance?.postscriptName ?? style.face.postscriptName,
                    among: members, font, face: style.face, enabled: all, views: views))
        }
        answer.styles += try await systemStyles(system)
        // A name that the family or a registered font has, too, does not mean the font alone.
        answer.styles += hidden.map { font in
            let name = font.postscriptName
            let isShared =
                RegistrationSelection.hasFamily(name, font.face) || members.contains { $0.exactNames.contains(name) }
            return explain(hidden: font, as: isShared ? font.path ?? name : name)
        }
        answer.styles += hiddenForAll.map { explain(hidden: $0, as: $0.font.postscriptName) }
        answer.face = try await manager.face(ofFamily: name)
        answer.alternatives = alternatives
        answer.program = program
        let isFamilyOnly = RegistrationSelection(name, among: registered).readings.count == 1
        answer.remedy = remedy(answer, members, enabled: all, isFamilyOnly: isFamilyOnly)
        return answer
    }

    /// Returns the styles of the system, of several files with one style the one that programs see.
    private func systemStyles(_ fonts: [FontDescriptor]) async throws(FontError) -> [FontExplanation] {
        var styles: [FontExplanation] = []
        for font in fonts {
            let known = styles.firstIndex { $0.face?.isStyle(of: font.face) == true }
            if let known, styles[known].situation == .system { continue }
            var style = FontExplanation(font.postscriptName, .system)
            style.face = font.face
            style.file = font.path
            if let hidden = try await manager.shadow(of: font), hidden.reason != .sameContents {
                style.situation = .shadowed
                (style.shadow, style.shadowReason) = (hidden.shown, hidden)
                if hidden.isForOtherStyle { style.remedy = .otherStyle(of: font.postscriptName, besides: hidden.shown) }
            }
            if let known { styles[known] = style } else { styles.append(style) }
        }
        return styles
    }

    /// A style of a family: a face, or a named instance.
    private typealias Style = (registration: Registration, face: FontFace, instance: NamedInstance?)

    /// Whether programs see a style, itself or with the same contents.
    private static func isSeen(_ style: Style, _ views: [String: ProgramView]) -> Bool {
        guard style.registration.isEnabled else { return false }
        guard let hidden = views[style.registration.id]?.hidden, hidden.reason != .sameContents else { return true }
        return hidden.postscriptName != style.face.postscriptName
    }

    /// Returns the styles of a family by ``FontFace/styleKey``, and the disabled registrations whose styles other ones
    /// show.
    private func styles(
        of family: String, in members: [Registration], enabled: [Registration]
    ) -> (styles: [String: Style], alternatives: [Registration]) {
        // Of registrations with the same name, programs see the enabled one.
        var styles: [String: Style] = [:]
        var alternatives: [Registration] = []
        for registration in members {
            for face in registration.faces where RegistrationSelection.hasFamily(family, face) {
                if let other = styles[face.styleKey], other.registration.isEnabled || !registration.isEnabled {
                    continue
                }
                styles[face.styleKey] = (registration, face, nil)
            }
        }
        // Programs see the instance of an enabled variable font in place of a disabled file with the name.
        for registration in members where registration.isEnabled {
            for face in registration.faces {
                for instance in face.instances {
                    guard let other = styles[instance.postscriptName], !other.registration.isEnabled else { continue }
                    alternatives.append(other.registration)
                    styles[instance.postscriptName] = (registration, face, instance)
                }
            }
        }
        // A disabled variable font is no style of its own if its instances are shown, or if it would hide other styles.
        let shown = members.filter(\.isEnabled).reduce(into: Set<String>()) { $0.formUnion($1.exactNames) }
        for (name, style) in styles where !style.registration.isEnabled {
            let holders = FontSwitch(to: style.registration, among: enabled).holders
            let names = style.registration.exactNames
            guard !holders.isEmpty,
                style.registration.faces.styleNames.isSubset(of: shown)
                    || holders.contains(where: { !$0.exactNames.isSubset(of: names) })
            else { continue }
            alternatives.append(style.registration)
            styles[name] = nil
        }
        return (styles, alternatives)
    }

    /// Returns the remedy after which programs see all styles.
    ///
    /// - Parameter isFamilyOnly: Whether the text means nothing but the family.
    private func remedy(
        _ family: FamilyExplanation, _ members: [Registration], enabled: [Registration], isFamilyOnly: Bool
    ) -> Remedy {
        let hidden = family.hidden
        guard !hidden.isEmpty else {
            if program?.following == .ownList, let first = family.styles.lazy.compactMap(\.registration).first {
                return context.renewal(first)
            }
            let toRestart = family.toRestart
            return toRestart.isEmpty ? .none : .restart(toRestart)
        }
        var commands: [String] = []
        // A variable font with the names of others shows them, too.
        let disabled = hidden.filter { $0.situation == .disabled }.compactMap(\.registration)
            .sorted { ($0.exactNames.count, $1.id) > ($1.exactNames.count, $0.id) }
        var (change, isWhole): (FontSwitch?, Bool) = (nil, false)
        for font in disabled {
            change = FontSwitch((change.map { [$0] } ?? []) + [FontSwitch(to: font, among: enabled)]) ?? change
        }
        if let change {
            isWhole =
                change.holders.isEmpty && Set(change.shown.map(\.id)) == Set(members.filter { !$0.isEnabled }.map(\.id))
            let words = ["fontctl", "enable"]
            let enabling =
                isFamilyOnly
                ? ShellWords.line(words, operands: [family.query])
                : ShellWords.line(words + ShellWords.option("--family", family.query))
            commands.append(isWhole ? enabling : change.command)
        }
        let hiddenNames = hidden.filter(\.isHiddenByUser).map(\.query)
        // The family means its hidden fonts, too.
        if !hiddenNames.isEmpty, !isWhole {
            let words = ["fontctl", "enable"]
            // It also means disabled fonts that have to remain so.
            commands.append(
                members.isEmpty
                    ? ShellWords.line(words + ShellWords.option("--family", family.query))
                    : ShellWords.line(words, operands: hiddenNames))
        }
        let shadowed = hidden.filter(\.isShadowed)
        let rivals = shadowed.filter { !$0.isOtherStyleForLanguage }
        let others = hidden.filter { $0.situation != .disabled && !$0.isHiddenByUser && !$0.isShadowed }
            .map(\.remedy)
        if commands.isEmpty, others.isEmpty {
            if !rivals.isEmpty { return Self.remedy(ofRivals: rivals, in: family) }
            if let style = shadowed.first { return style.remedy }
        }
        for case let command? in others.map(\.command) where !commands.contains(command) { commands.append(command) }
        // A cause that no command removes is left to the user.
        let sentence: Message =
            others.first { $0.command == nil }?.sentence
            ?? (shadowed.isEmpty ? "To show all styles to programs:" : "To show the other styles to programs:")
        return Remedy(sentence: sentence, command: commands.isEmpty ? nil : commands.joined(separator: " && "))
    }

    /// Returns the remedy for styles in whose place programs show others of the same family and style, of which they
    /// cannot show both.
    ///
    /// A font that has styles besides them, as a variable one has, is not hidden: the family would lack those, and the
    /// next advice would be to show it again.
    private static func remedy(ofRivals styles: [FontExplanation], in family: FamilyExplanation) -> Remedy {
        let rule: Message = "Programs show only one of several fonts with the same family and style."
        let shown = family.styles.filter(\.situation.isVisible) + styles
        let changeable = styles.filter { style in
            let rest = shown.filter { !($0.registration?.path ?? $0.file).hasBytes(of: style.shadow?.path) }.compactMap(
                \.face)
            return style.remedy.command != nil && style.shadowFaces.allSatisfy { $0.isReplaced(by: rest) }
        }
        var commands: [String] = []
        for case let command? in changeable.map(\.remedy.command) where !commands.contains(command) {
            commands.append(command)
        }
        guard !commands.isEmpty else {
            let hasMore = styles.contains { $0.remedy.command != nil }
            return Remedy(sentence: hasMore ? Message([rule, "The other one has more styles."]) : rule)
        }
        let names = changeable.compactMap(\.face?.postscriptName).listText
        let others = changeable.flatMap(\.shadowFaces).styleNames.count
        let advice: Message =
            switch (commands.count == 1, others > commands.count) {
            case (true, false): "To see \(names) instead, hide the other one:"
            case (true, true): "To see \(names) instead, hide the other one, with \(others) styles:"
            case (false, false): "To see \(names) instead, hide the other ones:"
            case (false, true): "To see \(names) instead, hide the other ones, with \(others) styles:"
            }
        return Remedy(sentence: Message([rule, advice]), command: commands.joined(separator: " && "))
    }
}

extension FontExplanation {
    /// Whether programs show another font of the family in its place.
    fileprivate var isShadowed: Bool { situation == .shadowed && shadow != nil }

    /// Whether the user, and not the administrator, has hidden the font.
    fileprivate var isHiddenByUser: Bool { situation == .hidden && hiding == nil }
}

extension FontFace {
    /// Whether fonts of the family have all its styles, so that programs do not need it beside them.
    ///
    /// A variable font replaces a static one of a style of its instances, and the static one does not replace it.
    fileprivate func isReplaced(by others: [FontFace]) -> Bool {
        let family = others.filter { $0.family.lowercased() == self.family.lowercased() }
        if isVariable { return foldedStyles.isSubset(of: Set(family.flatMap(\.foldedStyles))) }
        return family.contains { other in
            other.isVariable
                ? other.foldedStyles.contains(style.lowercased())
                : style.lowercased() == other.style.lowercased()
                    && (weight, width, slant) == (other.weight, other.width, other.slant)
        }
    }

    /// The names of the styles in lower case: of the named instances, if there are any.
    private var foldedStyles: Set<String> {
        Set(instances.isEmpty ? [style.lowercased()] : instances.map { $0.name.lowercased() })
    }

    /// Whether a text is the PostScript name of the face or of a named instance, and not the name of the family, too.
    fileprivate func isOnlyNamed(_ text: String) -> Bool {
        guard postscriptName == text || instances.contains(where: { $0.postscriptName == text }) else { return false }
        return !familyNames.contains { $0.lowercased() == text.lowercased() }
    }

    /// Whether a font of the system is the same style of the family as another font: fontconfig forms one name for all
    /// styles without a PostScript name.
    fileprivate func isStyle(of other: FontFace) -> Bool {
        postscriptName == other.postscriptName
            && (style.lowercased() == other.style.lowercased()
                || (weight, width, slant) == (other.weight, other.width, other.slant))
    }
}
