# Draws text with R, systemfonts and ragg: R --args FAMILY. For each size on standard input, the size and a picture.
family <- commandArgs(trailingOnly = TRUE)[1]
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
    size <- as.numeric(line)
    picture <- tempfile(fileext = ".png")
    # At 72 samples an inch a point is a sample.
    ragg::agg_png(picture, width = 20 * size, height = 3 * size, res = 72)
    grid::grid.newpage()
    grid::grid.text("mmmm", x = 0, y = 0.3, just = c("left", "bottom"), gp = grid::gpar(fontfamily = family, fontsize = size))
    invisible(dev.off())
    cat("picture", size, picture, "\n")
    flush(stdout())
}
