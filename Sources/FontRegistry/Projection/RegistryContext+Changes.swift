extension RegistryContext {
    /// Begins to read fontconfig's configuration on another thread.
    ///
    /// Every change needs it, and it takes longer than all the rest of one: worth calling as soon as a program knows
    /// that it will change something.
    public func prepareForChanges() {
        FontConfigurationCache.shared.prefetch(fontconfigFile)
        if case .workers(let workers) = inspection { workers.prepare() }
    }

    /// Waits until the delayed touches are done for which this process set a timer, some eight seconds at most.
    ///
    /// For a program that ends: a child that made them in its place could be ended with it, as by a service manager.
    public func finishDelayedTouches() async { await DelayedTouch.finish() }
}
