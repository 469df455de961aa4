import { constants } from 'node:os'
import { serveReader } from './document-reader.ts'

/** Entry file of a reader process: this file, or the bundle that contains it and possibly other code. */
export const readerFile = import.meta.filename

serveReader(constants.priority.PRIORITY_LOW)
