import FontAdvice
import FontRegistry
import Glibc
import SystemPackage

extension MatplotlibLists {
    /// Offers to remove the lists that lack new fonts, which matplotlib then makes again at its next start.
    func offerRemoval(for summary: FontSummary, in context: FontctlContext) {
        let fonts = summary.outcomes.filter { [.registered, .replaced].contains($0.status) }
            .compactMap(\.registration?.path)
        let lists = fonts.isEmpty ? [] : lacking(fonts)
        guard !lists.isEmpty else { return }
        let question: Message =
            "matplotlib keeps a list of fonts that lacks the new ones: \(lists.joined(separator: ", ")). Remove it, so that matplotlib writes a new one at its next start? [y/N] "
        guard context.ask(tr(question)) == true else { return }
        for list in lists where unlink(list) != 0 && errno != ENOENT {
            context.warn(tr("\(list) could not be removed: \(Errno(rawValue: errno)). Remove it by hand."))
        }
    }
}
