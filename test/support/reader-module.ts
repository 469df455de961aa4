/** Whether a path or a URL is of the module that says what a reader of documents runs. */
export const isReader = (path: string): boolean => path.endsWith('/src/documents/process/reader-process.ts')

/** What stands in place of that module where readers run a bundle: from its sources one needs most of a second. */
export const leadingTo = (file: string): string => `export const readerFile = ${JSON.stringify(file)}`

/** With these options of Node a process has readers run READER_FILE, where that is set. */
export const readerOptions = ['--import', new URL('reader-hook.ts', import.meta.url).href]
