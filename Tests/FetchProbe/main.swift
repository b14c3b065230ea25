import FetchProgram
import FontTransfer
import Glibc

// A program that tries what the sandbox of fontd-fetch prevents.
//
//   fontd-fetch-probe try|free NAME PATH PORT   exits with 1 if the attempt succeeds, in the sandbox or free
let arguments = CommandLine.arguments
guard arguments.count == 5, let port = UInt16(arguments[4]) else { exit(64) }
let path = arguments[3]

if arguments[1] == "try" {
    // Connections to no port but that of HTTPS.
    guard FetchSandbox.enter(FetchSetup(variables: [:], ports: [443])) != nil else { exit(70) }
}

func address(ofUnix path: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return address
}

func connects(_ socket: Int32, toUnix path: String) -> Bool {
    var address = address(ofUnix: path)
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
    }
}

func connectsByTCP(_ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

func starts(_ program: String) -> Bool {
    var process: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    guard posix_spawn(&process, program, nil, nil, &words, nil) == 0 else { return false }
    var status: Int32 = 0
    // The C library may report a program that could not be started by the status 127.
    return waitpid(process, &status, 0) == process && status == 0
}

let isDone: Bool
switch arguments[2] {
case "unix socket": isDone = connects(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), toUnix: path)
case "datagram pair":
    var ends: [Int32] = [-1, -1]
    isDone = socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0
case "other netlink": isDone = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 4) >= 0  // NETLINK_SOCK_DIAG
case "other port": isDone = connectsByTCP(port)
case "read": isDone = open(path, O_RDONLY) >= 0
case "append": isDone = open(path, O_WRONLY | O_APPEND) >= 0
case "create": isDone = creat(path + ".new", 0o600) >= 0
case "remove": isDone = unlink(path) == 0
case "rename": isDone = rename(path, path + ".other") == 0
case "folder": isDone = mkdir(path + ".folder", 0o700) == 0
case "mode": isDone = chmod(path, 0o600) == 0
case "program": isDone = starts("/bin/true")
case "signal": isDone = kill(getppid(), 0) == 0
// What the process needs.
case "settings": isDone = open("/etc/passwd", O_RDONLY) >= 0
case "internet socket": isDone = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), Int32(IPPROTO_TCP)) >= 0
case "name server": isDone = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) >= 0
case "addresses": isDone = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 0) >= 0
default: exit(64)
}
exit(isDone ? 1 : 0)
