extension RegistryContext {
    /// Starts to read fontconfig's configuration on another thread.
    ///
    /// Every change needs it, and reading it takes longer than the rest of the change. Call this as soon as the program
    /// knows that it will change something.
    package func prepareForChanges() {
        FontConfigurationCache.shared.prefetch(fontconfigFile)
        if case .workers(let workers) = inspection { workers.prepare() }
    }

    /// Waits for the delayed touches of this process's timers, about eight seconds at most.
    ///
    /// It is for a program that ends: a service manager could end a child that made the touches together with the
    /// program.
    package func finishDelayedTouches() async { await DelayedTouch.finish() }
}
