import ArgumentParser
import FontRegistry

struct Status: StoreCommand {
    static let configuration = CommandConfiguration(
        "status", abstract: "Show the state of the font store and of the service.",
        discussion: """
            Shows the store and its size, the number of registered fonts, the last change, whether running programs \
            are still to be notified of it, and the font service. The service is not started. In a sandbox, where \
            only the service has the list of fonts, they are counted only while it runs.

            `fontctl doctor` checks the store, and `fontctl why` explains one font.

            Example:
              fontctl status
            """)

    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        var report = StatusReport()
        report.columns = context.console.textColumns
        if context.service == nil {
            let registry = try context.registry()
            report.store = registry.paths.store
            report.isOfAllUsers = context.isOfAllUsers
            report.state = try StoreState(registry.paths)
            report.keptFiles = try StoreState.keptFiles(in: registry)
        }
        report.service = await context.serviceState()
        // Asking the service would start it.
        guard context.service == nil || report.service?.isRunning == true else { return report }
        let manager = try await context.manager()
        report.fonts = StatusReport.Fonts(
            generation: try await manager.generation(),
            faces: try await manager.listedFaces(scope: nil, state: .any, provider: nil),
            providers: try await manager.providers().count)
        return report
    }
}

/// The state of the store and of the service.
struct StatusReport: Report {
    /// The registered fonts.
    struct Fonts: Sendable {
        var generation: Int64
        var faces: [ListedFace]
        var providers: Int

        var registrations: Int { Set(faces.map(\.id)).count }
        var disabled: Int { Set(faces.lazy.filter { !$0.isEnabled }.map(\.id)).count }
        var session: Int { Set(faces.lazy.filter { $0.scope == .session }.map(\.id)).count }
    }

    /// The folder of the store; nil if only the service knows it.
    var store: String?
    var state: StoreState?
    /// The number of files that stay hidden in the font folders until running programs have ended.
    var keptFiles = 0
    /// The registered fonts; nil if only the service knows them, and it does not run.
    var fonts: Fonts?
    /// The service; nil if there is no session bus.
    var service: ServiceState?
    /// Whether it is the store of all users, which no service serves.
    var isOfAllUsers = false
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    /// The state of a change of which running programs are still to be notified.
    static let pendingText: Message = "running programs are notified within seconds"

    var json: JSON {
        let service: JSON? = service.map {
            [
                "activatable": .bool($0.isActivatable), "running": .bool($0.isRunning),
                "startedAt": JSON($0.startedAt), "subscribers": JSON($0.subscribers),
            ]
        }
        return [
            "store": JSON(store), "generation": fonts.map { JSON($0.generation) } ?? .null,
            "registrations": JSON(fonts?.registrations), "disabled": JSON(fonts?.disabled),
            "session": JSON(fonts?.session), "faces": JSON(fonts?.faces.count), "providers": JSON(fonts?.providers),
            "files": JSON(state?.files), "bytes": JSON(state?.bytes), "lastChange": JSON(state?.changedAt),
            "pendingTouches": state.map { .bool($0.hasPendingTouches) } ?? .null, "service": service ?? .null,
            "keptFiles": keptFiles > 0 ? JSON(keptFiles) : nil,
        ]
    }

    var text: TextOutput {
        var facts = FactLines(columns: columns)
        facts.add(tr("store"), store)
        if let fonts {
            let (disabled, faces) = (fonts.disabled, counted(fonts.faces.styleCount, "face"))
            let registrations = counted(fonts.registrations, "registration")
            facts.add(
                tr("fonts"),
                disabled == 0
                    ? tr(Message([registrations, faces], separator: ", "))
                    : tr("\(registrations), \(disabled) of them disabled, \(faces)"))
            if fonts.session > 0 {
                facts.add(tr("session"), tr("\(counted(fonts.session, "registration")) until you log out"))
            }
            facts.add(tr("providers"), "\(fonts.providers)")
        }
        if let files = state?.files, let bytes = state?.bytes {
            facts.add(tr("size"), tr("\(byteCount(bytes)) in \(counted(files, "file"))"))
        }
        if keptFiles > 0 {
            facts.add(
                tr("kept"), tr("\(counted(keptFiles, "file")), hidden from new programs until running ones have ended"))
        }
        facts.add(tr("changed"), lastChange)
        if state?.hasPendingTouches == true { facts.add(tr("pending"), tr(Self.pendingText)) }
        if !isOfAllUsers { facts.add(tr("service"), serviceText) }
        var text = TextOutput()
        text.lines(facts.lines)
        return text
    }

    private var lastChange: String? {
        if let state, state.changedAt == nil { return tr("never") }
        let generation = fonts.map { tr("generation \($0.generation)") }
        let time = state?.changedAt.map(timeText)
        return [time, generation].compactMap(\.self).joined(separator: ", ")
    }

    private var serviceText: String {
        guard let service else { return tr("no session bus") }
        guard service.isRunning else {
            return service.isActivatable
                ? tr("not running; the bus starts it when a program needs it")
                : tr("not available on the session bus; `fontctl doctor` shows how to install it")
        }
        return [
            service.startedAt.map { tr("running since \(timeText($0))") } ?? tr("running"),
            service.subscribers.map { tr(counted($0, "subscriber")) },
            service.isActivatable ? nil : tr("cannot be started again by the bus"),
        ].compactMap(\.self).joined(separator: ", ")
    }
}
