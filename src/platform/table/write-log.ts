import { requestContext, type ItemImages, type WriteLog } from '../runtime/request-context.ts'
import type { Item, Operation } from './operation.ts'

/** An item as it would be by now: what a dry run has changed of it goes before what the table has. */
export const presentItem = (name: string, stored: Item | undefined): Item | undefined => {
  const { writeLog } = requestContext()
  const images = writeLog?.isDryRun ? writeLog.images.get(name) : undefined
  return images ? (images.after as Item | undefined) : stored
}

/** Keeps what a write does to an item: of several writes, what was before the first and is after the last. */
export const keepImages = ({ images }: WriteLog, name: string, { before, after }: ItemImages): void => {
  const known = images.get(name)
  images.set(name, { before: known ? known.before : before, after })
}

/** Makes writes by `send`, and keeps what they change where the request has a log (logged-writes.ts). */
export const withWriteLog = async (operations: Operation[], send: () => Promise<unknown>): Promise<void> => {
  const { writeLog } = requestContext()
  if (writeLog) await writeLog.logWrites(writeLog, operations, send)
  else await send()
}
