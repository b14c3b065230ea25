import FontModel

/// One face as read by fontd, fontconfig and FreeType.
struct ComparedFace: Sendable {
    /// The face as it is stored when the file is registered.
    var ours: FontFace
    /// All records of the `name` table.
    var records: [NameRecord]
    var coverage: CharacterCoverage
    /// fontconfig's pattern of the face.
    var listed: ListedPattern
    /// fontconfig's patterns of the named instances, by number.
    var listedInstances: [Int: ListedPattern]
    /// fontconfig's pattern of the face with all its axes.
    var listedVariable: ListedPattern?
    var opened: OpenedFace

    /// Returns all differences of the face.
    func differences() -> [Difference] {
        nameDifferences() + styleDifferences() + contentDifferences() + variationDifferences()
    }

    /// Returns a difference unless both values are equal.
    func difference<T: Equatable>(_ field: Difference.Field, _ ours: T, _ theirs: T, instance: Int = 0) -> [Difference]
    {
        guard ours != theirs else { return [] }
        return [
            Difference(
                field: field, face: self.ours.index, instance: instance, ours: "\(ours)", theirs: "\(theirs)")
        ]
    }
}

// MARK: - Weight, width, slant and flags

extension ComparedFace {
    private func styleDifferences() -> [Difference] {
        var differences: [Difference] = []
        differences += difference(
            .weight, Self.rounded(ours.weight), listed.weight.map { Self.rounded(FontconfigScale.weight($0)) } ?? -1)
        differences += difference(.width, ours.width, listed.width.map(FontconfigScale.width) ?? -1)
        differences += difference(.slant, ours.traits.contains(.italic), (listed.slant ?? 0) > 0)
        differences += difference(.spacing, ours.traits.contains(.monospace), (listed.spacing ?? 0) >= 100)
        differences += difference(.bold, ours.traits.contains(.bold), opened.isBold)
        differences += difference(.italic, ours.traits.contains(.italic), opened.isItalic)
        differences += difference(.fixedWidth, ours.traits.contains(.monospace), opened.isFixedWidth)
        return differences
    }

    /// Returns a weight rounded to an integer, because conversion from fontconfig's scale changes the decimals.
    static func rounded(_ weight: Double) -> Int { Int(weight.rounded()) }
}

// MARK: - What is in the face

extension ComparedFace {
    private func contentDifferences() -> [Difference] {
        let isBitmap = ours.outlines == .bitmap
        var differences: [Difference] = []
        differences += difference(.revision, Int((ours.revision * 65_536).rounded()), listed.fontVersion ?? 0)
        differences += difference(.listedColor, ours.traits.contains(.colorGlyphs), listed.hasColor)
        differences += difference(.listedOutlines, !isBitmap, listed.hasOutlines)
        differences += difference(.symbol, ours.traits.contains(.symbolic), listed.isSymbolic)
        differences += difference(.glyphCount, ours.glyphCount, opened.glyphCount)
        differences += difference(.openedColor, ours.traits.contains(.colorGlyphs), opened.hasColor)
        differences += difference(.openedOutlines, !isBitmap, opened.isScalable)
        differences += difference(.vertical, ours.traits.contains(.vertical), opened.hasVerticalMetrics)
        let (lost, added) = characterDifferences()
        for (field, characters) in [(Difference.Field.charactersLost, lost), (.charactersAdded, added)]
        where !characters.isEmpty {
            differences.append(
                Difference(
                    field: field, face: ours.index, ours: "\(coverage.count)",
                    theirs: "\(listed.characters.count), \(Self.text(characters))", characters: characters))
        }
        return differences
    }

    /// Returns the characters that only fontconfig lists, and those that only fontd lists.
    func characterDifferences() -> (lost: [UInt32], added: [UInt32]) {
        let our = coverage.ranges.flatMap(Array.init)
        guard our != listed.characters else { return ([], []) }
        let (ours, theirs) = (Set(our), Set(listed.characters))
        return (theirs.subtracting(ours).sorted(), ours.subtracting(theirs).sorted())
    }

    private static func text(_ characters: [UInt32]) -> String {
        let shown = characters.prefix(8).map { "U+" + String($0, radix: 16, uppercase: true) }
        return "\(characters.count) (\(shown.joined(separator: " ")))"
    }
}

// MARK: - Axes and named instances

extension ComparedFace {
    private func variationDifferences() -> [Difference] {
        var differences: [Difference] = []
        let axes = ours.axes.map {
            OpenedFace.Axis(tag: $0.tag, minimum: $0.minimum, defaultValue: $0.defaultValue, maximum: $0.maximum)
        }
        differences += difference(.axes, axes, opened.axes)
        let isVarying = ours.axes.contains { ["wght", "wdth", "opsz"].contains($0.tag) && $0.minimum < $0.maximum }
        differences += difference(.variable, isVarying, listedVariable != nil)
        differences += difference(.openedInstances, coordinates, opened.instances.map(\.coordinates))
        let expected = ours.instances.indices.filter { !ours.instances[$0].isDefault }.map { $0 + 1 }
        differences += difference(.listedInstances, expected, listedInstances.keys.sorted())
        for (place, instance) in ours.instances.enumerated() {
            let number = place + 1
            if opened.instances.indices.contains(place) {
                differences += difference(
                    .openedInstanceName, instance.postscriptName, opened.instances[place].postscriptName ?? "",
                    instance: number)
            }
            if let pattern = listedInstances[number] { differences += compare(instance, number, pattern) }
        }
        return differences
    }

    /// The coordinates of each named instance, in the order of the axes.
    private var coordinates: [[Double]] {
        ours.instances.map { instance in ours.axes.map { instance.coordinates[$0.tag] ?? .nan } }
    }

    private func compare(_ instance: NamedInstance, _ number: Int, _ pattern: ListedPattern) -> [Difference] {
        var differences: [Difference] = []
        if !pattern.styles.contains(where: { $0.text == instance.name }) {
            differences += difference(
                .instanceStyle, instance.name, pattern.styles.map(\.text).joined(separator: " | "), instance: number)
        }
        differences += difference(
            .listedInstanceName, instance.postscriptName, pattern.postscriptName ?? "", instance: number)
        let weight = instance.coordinates["wght"] ?? ours.weight
        differences += difference(
            .instanceWeight, Self.rounded(weight),
            pattern.weight.map { Self.rounded(FontconfigScale.weight($0)) } ?? -1,
            instance: number)
        let width = instance.coordinates["wdth"] ?? ours.width
        differences += difference(
            .instanceWidth, width, pattern.width.map(FontconfigScale.width) ?? -1, instance: number)
        return differences
    }
}
