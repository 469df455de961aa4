import { countReading } from '../documents/counted-reading.ts'
import { outlineInThread } from '../documents/document-thread.ts'
import type { OutlineOptions, Outline, OutlineSource } from '../documents/outline.ts'
import { closeReading, openReading } from './generation.ts'
import type { Run } from './queues.ts'

/**
 * Reads the document of a run in a thread. Throws `UnreadableFile` for one that cannot be read or whose reader has
 * died twice, `ReaderDied` the first time, and the reason of `signal`.
 */
export const readDocument = (run: Run, source: OutlineSource, options: OutlineOptions): Promise<Outline> =>
  countReading({ open: () => openReading(run), close: () => closeReading(run) }, () =>
    outlineInThread(source, options),
  )
