import FontRegistry
import Foundation

/// The registration of files in a scope.
struct FileRegistration {
    let scope: FontScope
    let isEnabled: Bool
    private let fonts = CoreTextFonts.current

    init(in scope: CTFontManagerScope, isEnabled: Bool) {
        self.scope = scope.registering
        self.isEnabled = isEnabled
    }

    /// Registers files as one batch with a handler.
    ///
    /// - Parameter files: Returns the sources of an item, each of one file.
    func run(
        _ items: [CallItem], _ handler: RegistrationHandler?, _ files: (CallItem) throws(FontError) -> [FontSource]
    ) {
        var batch = HandledBatch(items, files)
        // Of one file there is nothing to stop.
        if handler != nil, batch.steps.count > 1 { batch.foresee(errors) }
        batch.run(handler, register)
    }

    /// Registers files as one batch, and returns all errors.
    func failures(_ items: [CallItem], _ files: (CallItem) throws(FontError) -> [FontSource]) -> [ItemFailure] {
        HandledBatch(items, files).run(register)
    }

    /// Returns the errors that sources would have.
    private func errors(of sources: [FontSource]) -> [FontError?] {
        guard !sources.isEmpty else { return [] }
        do throws(FontError) {
            let outcomes = try fonts.register(sources, scope: scope, isEnabled: isEnabled, isDryRun: true)
            return outcomes.map(\.coreTextFailure)
        } catch {
            return sources.map { _ in error }
        }
    }

    private func register(_ made: [(item: CallItem, work: FontSource)]) -> [ItemFailure] {
        do throws(FontError) {
            let outcomes = try fonts.register(made.map(\.work), scope: scope, isEnabled: isEnabled)
            return zip(made, outcomes).compactMap { made, outcome in
                outcome.coreTextFailure.map { ItemFailure(made.item, $0) }
            }
        } catch {
            return made.map { ItemFailure($0.item, error.of(error.file ?? $0.item.name)) }
        }
    }
}
