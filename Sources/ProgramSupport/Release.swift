/// The release that the programs belong to.
package enum Release {
    /// The version that `--version` prints.
    package static let version = "0.1.0"
}
