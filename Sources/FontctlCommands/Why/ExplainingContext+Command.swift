import FontAdvice
import FontRegistry

extension FontctlContext {
    /// The information for an explanation on the command line.
    var explaining: ExplainingContext {
        var explaining = ExplainingContext(registry: try? registry())
        // Over the bus, the service explains the registrations.
        if service != nil { explaining.registry = nil }
        let context = self
        explaining.packageOwner = { context.packageOwner($0) }
        // Once, as an explanation of a family asks for each style.
        let running = OnDemand(runningPrograms)
        explaining.runningPrograms = { running.value }
        explaining.renewal = { .renewList(MatplotlibLists(context.variables), $0) }
        explaining.readsOriginals = true
        return explaining
    }
}
