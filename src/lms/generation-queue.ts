import type { Message } from '../platform/events/queue.ts'
import type { Run } from './generation.ts'

/** The queue of courses that are to be made out of files. */
export const generationQueue = 'course-from-file'

/** What a course is called while nothing better is known: the name of its file without the extension. */
export const titleOf = (file_name: string): string =>
  file_name.replace(/(?<=.)\.[^.]+$/, '').trim() || file_name

export const toGenerate = (run: Run): Message => ({ queue: generationQueue, body: run })
