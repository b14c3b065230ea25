public import DesktopSettings
public import FontResources
import Synchronization

/// The values of palettes in the present appearance of the desktop.
///
/// ```swift
/// let colors = DesktopColors()
/// Task { await colors.follow(DesktopSource().updates()) }
/// for await appearance in colors.changes { load(ModuleStyles.colors.gtkCSS(appearance)) }
/// ```
public final class DesktopColors: Sendable {
    private struct State {
        var appearance: ColorAppearance
        var listeners: [Int: AsyncStream<ColorAppearance>.Continuation] = [:]
        var next = 0
    }

    private let state: Mutex<State>

    /// Creates values that do not yet follow a desktop.
    public init(_ appearance: ColorAppearance = .light) { state = Mutex(State(appearance: appearance)) }

    deinit {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.finish() }
    }

    /// The present appearance.
    public var appearance: ColorAppearance { state.withLock(\.appearance) }

    /// The present value of a colour.
    public subscript(name: ColorName) -> Color { name[appearance] }

    /// The appearance now and after each change.
    ///
    /// Only the latest appearance waits for the reader of a stream; if it was changed and changed back by then, it is
    /// reported again.
    public var changes: AsyncStream<ColorAppearance> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = listener
                listener.yield(state.appearance)
                return state.next
            }
            listener.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    /// Changes the appearance; an equal one is no change.
    public func set(_ appearance: ColorAppearance) {
        state.withLock { state in
            guard state.appearance != appearance else { return }
            state.appearance = appearance
            for listener in state.listeners.values { listener.yield(appearance) }
        }
    }

    /// Takes over the desktop's appearance, now and with each change, until the updates end or the task is cancelled.
    public func follow(_ updates: some AsyncSequence<DesktopAppearance, Never> & Sendable) async {
        for await settings in updates { set(ColorAppearance(settings)) }
    }
}

extension ColorAppearance {
    /// Creates the appearance that the user prefers on the desktop: the light one without more contrast if the desktop
    /// does not state another.
    public init(_ settings: DesktopAppearance) {
        self.init(
            settings.scheme == .dark ? .dark : .light, isHighContrast: settings.prefersHighContrast == true)
    }
}
