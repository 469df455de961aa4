/** Returns true for a path or URL of the module that names the file a document reader runs. */
export const isReader = (path: string): boolean => path.endsWith('/src/documents/process/reader-process.ts')

/**
 * Returns the replacement of that module for bundled readers; starting a reader from its sources takes most of a
 * second.
 */
export const leadingTo = (file: string): string => `export const readerFile = ${JSON.stringify(file)}`

/** Options of Node with which a process runs READER_FILE, if set, as its document readers. */
export const readerOptions = ['--import', new URL('reader-hook.ts', import.meta.url).href]
