import FontRegistry
import Foundation

extension CoreTextFonts {
    /// Registers what was prepared as one batch.
    ///
    /// - Parameter prepared: Each item with its sources, each of one font file.
    func register(
        _ prepared: [(item: CallItem, value: [FontSource])], _ scope: FontScope, isEnabled: Bool
    ) -> [ItemFailure] {
        let items = prepared.flatMap { prepared in prepared.value.map { _ in prepared.item } }
        do throws(FontError) {
            let outcomes = try register(prepared.flatMap(\.value), scope: scope, isEnabled: isEnabled)
            return zip(items, outcomes).compactMap { ItemFailure($0, $1) }
        } catch {
            return prepared.map { ItemFailure($0.item, error.of(error.file ?? $0.item.name)) }
        }
    }
}

extension FontFile {
    /// Checks the first bytes of a file.
    ///
    /// - Throws: `fileNotFound` (101), `insufficientPermissions` (102), `unrecognizedFormat` (103), `registrationFailed`
    ///   (301) or `invalidFilePath` (306).
    static func checkFormat(at path: String) throws(FontError) {
        // Reading the file gives the reason.
        if try format(at: path)?.isSupported != true { _ = try FontFile(contentsOf: path) }
    }
}

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
    /// - Throws: `notRegistered` (201) or `systemRequired` (203) if there are none, `registrationFailed` (301) if they
    ///   cannot be read.
    func targets(of item: CallItem, _ other: FontTarget?) throws(FontError) -> [FontTarget] {
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

    /// Unregisters what was prepared as one batch.
    func unregister(_ prepared: [(item: CallItem, value: [FontTarget])]) -> [ItemFailure] {
        let items = Dictionary(
            prepared.flatMap { prepared in prepared.value.map { ($0.text, prepared.item) } },
            uniquingKeysWith: { first, _ in first })
        do throws(FontError) {
            let outcomes = try fonts.change(.unregister, prepared.flatMap(\.value), scope: scope.meant)
            return outcomes.compactMap { outcome in
                items[outcome.item].flatMap { ItemFailure($0, outcome) }
            }
        } catch {
            return prepared.map { ItemFailure($0.item, error.of(error.file ?? $0.item.name)) }
        }
    }
}
