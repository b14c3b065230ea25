// Every user of the lookup works with files and values of the modules below, and with names and styles.
@_exported public import FontFiles
@_exported public import FontRules
