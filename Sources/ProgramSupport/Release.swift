import CProgramStart

/// The release that the programs belong to.
package enum Release {
    /// The version that `--version` prints.
    package static let version = FONTD_VERSION
}
