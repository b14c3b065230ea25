// Every user of the store works with the values, files and matches of the modules below.
@_exported public import FontLookup
