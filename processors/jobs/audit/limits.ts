// How much source one audit takes.
export const mostSourceBytes = 400_000
export const mostFiles = 60
/** A repository as it comes: what is in it is counted again once it is unpacked. */
export const mostArchiveBytes = 20 * 1024 * 1024
export const mostExplorerBytes = 5 * 1024 * 1024
