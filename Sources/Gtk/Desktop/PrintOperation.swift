internal import CAdwaita
internal import CGio

/// Prints pages that functions draw, by the desktop's dialog.
@UI
package final class PrintOperation: Object {
    package nonisolated let reference: Reference

    /// What happened.
    package enum Outcome: Hashable, Sendable {
        case printed, cancelled
        case failed(String)
    }

    /// - Parameters:
    ///   - title: The name of the job.
    ///   - count: The number of pages, asked with a page's size in points once it is known.
    ///   - draw: Draws a page, from 0, in points.
    package init(
        title: String, count: @escaping @UI (_ width: Double, _ height: Double) -> Int,
        draw: @escaping @UI (_ page: Int, Context, _ width: Double, _ height: Double) -> Void
    ) {
        reference = Reference(adopting: gtk_print_operation_new())
        gtk_print_operation_set_job_name(cast(), title)
        gtk_print_operation_set_unit(cast(), GTK_UNIT_POINTS)
        gtk_print_operation_set_embed_page_setup(cast(), 1)
        connect("begin-print") { arguments in
            guard let operation = arguments.instance, let context = arguments.object(0).map({ OpaquePointer($0) })
            else {
                return
            }
            let pages = count(gtk_print_context_get_width(context), gtk_print_context_get_height(context))
            gtk_print_operation_set_n_pages(
                operation.assumingMemoryBound(to: GtkPrintOperation.self), Int32(clamping: max(pages, 1)))
        }
        connect("draw-page") { arguments in
            guard let context = arguments.object(0).map({ OpaquePointer($0) }),
                let cairo = gtk_print_context_get_cairo_context(context)
            else { return }
            draw(
                arguments.int(1), Context(pointer: cairo), gtk_print_context_get_width(context),
                gtk_print_context_get_height(context))
        }
    }

    /// Shows the dialog, and prints.
    package func print(parent: (any Window)?) async -> Outcome {
        await run(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent)
    }

    /// Writes the pages into a PDF, without a dialog.
    package func export(path: String) async -> Outcome {
        gtk_print_operation_set_export_filename(cast(), path)
        return await run(GTK_PRINT_OPERATION_ACTION_EXPORT, nil)
    }

    private func run(_ action: GtkPrintOperationAction, _ parent: (any Window)?) async -> Outcome {
        gtk_print_operation_set_allow_async(cast(), 1)
        return await withCheckedContinuation(isolation: UI.shared) { continuation in
            let once = Once(continuation)
            connect("done") { arguments in
                guard let operation = arguments.instance else { return }
                let result = GtkPrintOperationResult(UInt32(arguments.int(0)))
                var error: UnsafeMutablePointer<GError>?
                if result == GTK_PRINT_OPERATION_RESULT_ERROR {
                    gtk_print_operation_get_error(operation.assumingMemoryBound(to: GtkPrintOperation.self), &error)
                }
                once.resume(Self.outcome(result, error))
            }
            var error: UnsafeMutablePointer<GError>?
            let result = gtk_print_operation_run(cast(), action, parent?.cast(), &error)
            // The signal comes for the others.
            if result == GTK_PRINT_OPERATION_RESULT_ERROR { once.resume(Self.outcome(result, error)) }
        }
    }

    private static func outcome(
        _ result: GtkPrintOperationResult, _ error: UnsafeMutablePointer<GError>?
    ) -> Outcome {
        let text = take(error)
        switch result {
        case GTK_PRINT_OPERATION_RESULT_ERROR: return .failed(text ?? "")
        case GTK_PRINT_OPERATION_RESULT_CANCEL: return .cancelled
        default: return .printed
        }
    }
}
