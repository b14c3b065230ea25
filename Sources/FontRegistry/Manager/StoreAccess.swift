/// What managers on one store share.
final class StoreAccess: Sendable {
    let registrar: Registrar
    let process: ProcessScope
    let library: FontLibrary
    let resolver: Resolver
    let feed: ChangeFeed

    init(_ context: RegistryContext) {
        let registrar = Registrar(context)
        let loop = InotifyLoop()
        let process = ProcessScope(loop: loop) {
            (try? registrar.read { database, _ in try database?.generation() ?? 0 }) ?? 0
        }
        let system = SystemFontCache(context)
        self.registrar = registrar
        self.process = process
        library = FontLibrary(registrar: registrar, process: process, system: system)
        resolver = Resolver(stored: StoredNames(registrar), process: process, system: system)
        feed = ChangeFeed(registrar, process: process, loop: loop)
    }
}
