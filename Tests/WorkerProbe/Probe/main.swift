import CAttempts
import FontModel
import FontWorker
import Glibc
import Inspection

// A worker for the tests, with the sandbox and the protocol of the real one.
//
//   fontd-worker-probe                                   serves; fails on fonts whose family begins with "Fault", or
//                                                        in the deep check with "Deep"
//   fontd-worker-probe attempts                          prints the names of the attempts
//   fontd-worker-probe try|try-free NAME HOME PORT PID   exits with 1 if the attempt succeeds, sandboxed or free
//   fontd-worker-probe calls|calls-free FIRST LAST       the same for system calls by number, except listed ones
let arguments = CommandLine.arguments
func number(_ place: Int) -> Int32 { arguments.indices.contains(place) ? Int32(arguments[place]) ?? -1 : -1 }

switch arguments.dropFirst().first {
case nil:
    FontWorkerProgram.main(
        inspect: { font in
            let result = FontWorkerProgram.inspect(font)
            if case .success(let inspection) = result, let family = inspection.faces.first?.family {
                Fault.strike(family, "Fault")
            }
            return result
        },
        check: { font in
            if case .success(let inspection) = FontWorkerProgram.inspect(font),
                let family = inspection.faces.first?.family
            {
                Fault.strike(family, "Deep")
            }
            return FontWorkerProgram.check(font)
        })
case "attempts":
    for attempt in 0..<cat_count() { print(String(cString: cat_name(attempt))) }
case "try", "try-free":
    if arguments[1] == "try" { guard FontWorkerProgram.lockIn() else { exit(70) } }
    exit(cat_try(arguments[2], arguments[3], number(4), number(5)))
case "calls", "calls-free":
    if arguments[1] == "calls" { guard FontWorkerProgram.lockIn() else { exit(70) } }
    for call in number(2)...number(3) where cat_is_listed(call) == 0 && cat_call(call) != 0 { exit(1) }
    exit(0)
default:
    exit(64)
}
