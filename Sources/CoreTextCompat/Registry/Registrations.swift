import FontRegistry
import Foundation

/// The registrations of this program in a scope, for the calls that unregister some.
struct Registrations {
    private let scope: CTFontManagerScope
    private let fonts = CoreTextFonts.current
    /// The registrations, or the error in reading them.
    private let present: Result<[Registration], FontError>

    init(in scope: CTFontManagerScope) {
        self.scope = scope
        let fonts = fonts
        present = Result { () throws(FontError) in
            guard let meant = scope.meant else { return [] }
            return try fonts.registered(in: meant, state: .any)
        }
    }

    /// Returns the registrations that an item of a call means.
    ///
    /// - Parameter other: The target that may mean registrations in another way, such as by its contents.
    /// - Throws: `notRegistered` (201) or `systemRequired` (203) if there are none, `insufficientInfo` (303) if the item
    ///   cannot mean any, `registrationFailed` (301) if they cannot be read.
    private func targets(of item: CallItem, _ other: FontTarget?) throws(FontError) -> [FontTarget] {
        guard let scope = scope.meant else {
            throw FontError(
                .notRegistered,
                "No font is registered in the scope “none”. Specify the scope in which the font was registered; without one, that is the process.",
                file: item.name)
        }
        let registrations = try present.get()
        let meant: [Registration] =
            switch item {
            case .url(let url): registrations.filter { $0.isOf(url) }
            case .descriptor(let descriptor): descriptor.meant(among: registrations)
            case .asset, .other: []
            }
        if !meant.isEmpty { return meant.map(FontTarget.registration) }
        if case .descriptor(let descriptor) = item, descriptor.userInfo != nil {
            throw FontError(
                .notRegistered, "No font with this user info is registered in the scope.", file: item.name)
        }
        guard let other else {
            throw FontError(
                .insufficientInfo,
                "The descriptor has neither a file nor a name nor a family. Create it with one of these attributes.",
                file: item.name)
        }
        // In process scope nothing is changed, as no registration is meant.
        let foretold = try fonts.change(.unregister, [other], scope: scope, isDryRun: scope != .process)
        if let error = foretold.lazy.filter({ $0.status == .failed }).compactMap(\.error).first { throw error }
        return [other]
    }

    /// Unregisters fonts as one batch with a handler.
    func unregister(
        _ items: [CallItem], _ handler: RegistrationHandler?, _ other: (CallItem) throws(FontError) -> FontTarget?
    ) {
        batch(items, other).run(handler, unregister)
    }

    /// Unregisters fonts as one batch, and returns all errors.
    func failures(
        _ items: [CallItem], _ other: (CallItem) throws(FontError) -> FontTarget?
    ) -> [ItemFailure] {
        batch(items, other).run(unregister)
    }

    private func batch(
        _ items: [CallItem], _ other: (CallItem) throws(FontError) -> FontTarget?
    ) -> HandledBatch<FontTarget> {
        HandledBatch(items) { item throws(FontError) in try targets(of: item, try other(item)) }
    }

    private func unregister(_ made: [(item: CallItem, work: FontTarget)]) -> [ItemFailure] {
        let items = Dictionary(made.map { ($0.work.text, $0.item) }, uniquingKeysWith: { first, _ in first })
        do throws(FontError) {
            let outcomes = try fonts.change(.unregister, made.map(\.work), scope: scope.meant)
            return outcomes.compactMap { outcome in
                guard let item = items[outcome.item], let error = outcome.coreTextFailure else { return nil }
                return ItemFailure(item, error)
            }
        } catch {
            return made.map { ItemFailure($0.item, error.of(error.file ?? $0.item.name)) }
        }
    }
}
