// Every user of the lookup works with files and values of the modules below.
@_exported public import FontFiles
