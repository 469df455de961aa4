import { constants } from 'node:os'
import { serveReader } from './document-reader.ts'

/** What a process runs to be a reader: this file, or the bundle that has it, whatever else is in that. */
export const readerFile = import.meta.filename

serveReader(constants.priority.PRIORITY_LOW)
