import { countReading } from '../documents/counted-reading.ts'
import { outlineInProcess, type ReadOutline } from '../documents/document-process.ts'
import type { OutlineOptions, OutlineSource } from '../documents/outline.ts'
import { closeReading, openReading } from './generation.ts'
import type { Run } from './queues.ts'

/**
 * Reads the document of a run in a process of its own. Throws `UnreadableFile` for one that cannot be read or whose
 * reader has died twice, `ReaderDied` the first time, and the reason of `signal`.
 */
export const readDocument = (
  run: Run,
  source: OutlineSource,
  options: OutlineOptions,
): Promise<ReadOutline> =>
  countReading({ open: () => openReading(run), close: () => closeReading(run) }, () =>
    outlineInProcess(source, options),
  )
