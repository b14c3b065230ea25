import Foundation
import ReaderFonts
import Testing

/// Models that listeners follow.
@Suite struct TypographyModelTests {
    private func document(_ json: String, name: String = "app") throws -> TypographyDocument {
        try TypographyDocument(Data(json.utf8), name: name)
    }

    private func model() throws -> TypographyModel {
        let document = try document(
            ##"""
            {"typography-colors": {"ink": {"light": "black", "dark": "white"}, "brand": "#204060"},
             "ui-font-text-styles": {"body": {"point-size": 17}, "heading": {"point-size": 28, "text-color": "ink"},
                "note": {"point-size": 13, "text-color": "brand"}}}
            """##)
        var inputs = TypographyInputs(documents: [document], environment: [:])
        inputs.desktopTextScale = 1
        return TypographyModel(inputs)
    }

    @Test func anOverrideChangesEveryStyleInOneEvent() async throws {
        let model = try model()
        var changes = model.changes.makeAsyncIterator()
        model.update { $0.category = .accessibilityLarge }
        let change = await changes.next()
        #expect(change?.styles == ["body", "heading", "note"])
        #expect(change?.colors == [] && change?.scheme == nil && change?.areSettingsChanged == false)
        #expect(change?.size?.category == .accessibilityLarge && change?.size?.origin == .app)
        #expect(model.snapshot.styles.mapValues(\.pointSize) == ["body": 31, "heading": 51, "note": 24])
        // The next event is that of the next change.
        model.update { $0.scheme = .dark }
        let next = await changes.next()
        #expect(next?.size == nil && next?.scheme == .dark)
    }

    @Test func theAppearanceChangesDynamicColors() async throws {
        let model = try model()
        var changes = model.changes.makeAsyncIterator()
        model.update { $0.desktopScheme = .dark }
        let change = await changes.next()
        #expect(change?.styles == ["heading"] && change?.colors == ["ink"] && change?.scheme == .dark)
        #expect(model.snapshot.colors["ink"]?.hex == "#FFFFFF")
        model.update { $0.scheme = .light }
        #expect(await changes.next()?.scheme == .light)
        #expect(model.snapshot.styles["heading"]?.color?.hex == "#000000")
    }

    @Test func documentsChangeTheStylesThatTheyName() async throws {
        let model = try model()
        var changes = model.changes.makeAsyncIterator()
        let theme = try document(
            ##"""
            {"typography-colors": {"brand": "#FF0000", "new": "blue"}, "typography-kit": {"labels": {"line-break": "clip"}},
             "ui-font-text-styles": {"body": {"point-size": 17}, "quote": {"point-size": 15}}}
            """##, name: "theme")
        model.update { $0.put(theme) }
        let change = await changes.next()
        #expect(change?.styles == ["note", "quote"] && change?.colors == ["brand", "new"])
        #expect(change?.areSettingsChanged == true && change?.size == nil)
        model.update { $0.documents.removeLast() }
        #expect(await changes.next()?.styles == ["note", "quote"])
    }

    @Test func theEnvironmentPrecedesTheDesktop() {
        var inputs = TypographyInputs(environment: ["FONTD_CONTENT_SIZE_CATEGORY": "AX2"])
        inputs.desktopTextScale = 1.25
        #expect(inputs.size.category == .accessibilityLarge && inputs.size.origin == .environment)
        inputs.category = .small
        #expect(inputs.size.category == .small && inputs.size.origin == .app)
    }

    /// Updates without an effect: the event that follows them is that of the last one alone.
    @Test func equalValuesAreNoEvent() async throws {
        let model = try model()
        var changes = model.changes.makeAsyncIterator()
        model.update { $0.category = .large }
        model.update { $0.scheme = .light }
        model.update { $0.put($0.documents[0]) }
        model.update { $0.interfaceFamily = "Inter" }
        model.update { $0.desktopTextScale = 1.01 }
        let listener = Task { await changes.next() }
        model.update { $0.category = .extraLarge }
        let change = await listener.value
        #expect(change?.size?.category == .extraLarge && change?.colors == [])
    }

    @Test func changesBeforeTheListenerAsksAreOneEvent() async throws {
        let model = try model()
        var changes = model.changes.makeAsyncIterator()
        model.update { $0.category = .accessibilityLarge }
        model.update { $0.category = nil }
        model.update { $0.scheme = .dark }
        model.update { $0.category = .small }
        let change = await changes.next()
        #expect(change?.size?.category == .small && change?.scheme == .dark)
        model.update { $0.scheme = .light }
        model.update { $0.scheme = .dark }
        model.update { $0.category = .medium }
        let next = await changes.next()
        #expect(next?.size?.category == .medium && next?.scheme == nil)
    }

    @Test func manyListenersGetEachChange() async throws {
        let model = try model()
        let sequences = (0..<8).map { _ in model.changes }
        let heard = await withTaskGroup(of: ContentSizeCategory?.self) { group in
            for changes in sequences {
                group.addTask {
                    for await change in changes { return change.size?.category }
                    return nil
                }
            }
            model.update { $0.category = .accessibilityLarge }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(heard == Array(repeating: .accessibilityLarge, count: 8))
    }

    @Test func aCancelledListenerEnds() async throws {
        let model = try model()
        let task = Task {
            var count = 0
            for await _ in model.changes { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }
}
