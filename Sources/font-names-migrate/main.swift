import FontMigration
import Foundation

// `font-names migrate`: moves a package from other generators of names of fonts.

/// Prints an error and ends.
func fail(_ message: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("font-names: \(message)\n".utf8))
    exit(status)
}

guard let arguments = MigrateArguments(Array(CommandLine.arguments.dropFirst())) else {
    fail(MigrateArguments.usage, status: 64)
}
do throws(MigrationError) {
    let package = URL(filePath: arguments.package, directoryHint: .isDirectory)
    let targets = try arguments.targets.map { name, folder throws(MigrationError) in
        try MigrationTarget(scanning: folder, named: name, in: package)
    }
    let plan = try Migration.plan(package: package, targets: targets, configuration: arguments.configuration)
    print(plan.text, terminator: "")
    if arguments.writes {
        let kept = try ChangeWriter(package: package).write(plan.changes)
        print(kept.map { "\nThe changes were made. The files as they were are in \($0)." } ?? "\nNo file was replaced.")
    } else if !plan.changes.isEmpty {
        print("\nNothing was written; --write makes the changes.")
    }
} catch {
    fail(error.message)
}
