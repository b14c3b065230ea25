import CSeccomp
import Glibc

/// A filter of the system calls of this process and its descendants; a call without a rule fails with EPERM.
///
/// Calls with the convention of another architecture end the process.
@safe package final class SystemCallFilter {
    /// A condition on an argument of a call.
    package enum Condition {
        /// The argument has this value.
        case equals(UInt32, UInt64)
        /// The bits of a mask have this value.
        case has(UInt32, mask: UInt64, value: UInt64)
    }

    /// What happens to a call.
    package enum Action {
        case allow
        /// The process is killed.
        case kill
        /// The call does not exist, so that the C library uses an older one.
        case deny
    }

    private let filter: scmp_filter_ctx

    /// - Returns: Nil if the kernel does not support filters.
    package init?() throws(FilterFailure) {
        guard cseccomp_kernel_has_filters() != 0 else { return nil }
        guard let filter = unsafe seccomp_init(cseccomp_refuse()) else { throw FilterFailure() }
        unsafe self.filter = filter
        try unsafe Self.check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, cseccomp_kill()))
    }

    deinit { unsafe seccomp_release(filter) }

    /// Adds a rule for calls by their names.
    package func rule(_ action: Action, _ names: String..., where conditions: Condition...) throws(FilterFailure) {
        try rule(action, names, conditions)
    }

    /// Adds a rule for calls by their names.
    package func rule(_ action: Action, _ names: [String], _ conditions: [Condition] = []) throws(FilterFailure) {
        let arguments = conditions.map { condition in
            switch condition {
            case .equals(let place, let value):
                scmp_arg_cmp(arg: place, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
            case .has(let place, let mask, let value):
                scmp_arg_cmp(arg: place, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
            }
        }
        let code: UInt32 =
            switch action {
            case .allow: cseccomp_allow()
            case .kill: cseccomp_kill()
            case .deny: cseccomp_deny()
            }
        for name in names {
            let number = unsafe seccomp_syscall_resolve_name(name)
            // Some architectures lack some calls, such as fork(2).
            guard number != cseccomp_no_call() else { continue }
            try unsafe Self.check(seccomp_rule_add_array(filter, code, number, UInt32(arguments.count), arguments))
        }
    }

    /// Installs the filter, which cannot be removed.
    package func install() throws(FilterFailure) { try unsafe Self.check(seccomp_load(filter)) }

    private static func check(_ result: Int32) throws(FilterFailure) {
        guard result == 0 else { throw FilterFailure() }
    }
}

/// The filter could not be installed.
package struct FilterFailure: Error {}
