internal import FontFiles
internal import FontModel
internal import FontsModel
internal import Gtk

extension ConsentRequest {
    /// Reads a question of the service, as `org.fontd.FontConsent1` documents it; nil if it has no wish that is known here.
    init?(_ question: [String: Variant]) {
        guard let wish = question["wish"]?.string, let operation = Operation(rawValue: wish),
            let provider = question["provider"]?.string
        else { return nil }
        // A service without the families of files names the files.
        let files = question["fonts"].map(Self.files) ?? []
        let families = question["families"]?.strings ?? []
        self.init(
            operation, provider: provider, isSandboxed: question["sandboxed"]?.bool ?? false,
            families: families.isEmpty ? files : families,
            count: question["count"]?.integer.map { Int(clamping: $0) } ?? max(files.count, families.count),
            bytes: question["bytes"]?.integer, isMetered: question["metered"]?.bool ?? false)
        isAnnouncement = question["announces"]?.bool ?? false
    }

    private static func files(_ fonts: Variant) -> [String] {
        guard case .array(_, let elements) = fonts else { return [] }
        return elements.compactMap { $0.dictionary?["file"]?.string }
    }

    /// Returns the request with the name and the icon by which people know the program.
    func named() async -> ConsentRequest {
        var request = self
        let summary = ProviderSummary(id: provider, registrations: 0, faces: 0, bytes: 0, scopes: [])
        let known = try? await BlockingWork.perform { () throws(FontError) in
            ApplicationFolders.ofUser.naming([summary]).first
        }
        if let known = known ?? nil { (request.name, request.icon) = (known.name, known.icon) }
        return request
    }
}
