import { open, readFile } from 'node:fs/promises'
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import type { BufferBudget } from './process/buffer-budget.ts'
import { corrupt, UnreadableFile } from './unreadable-file.ts'

const endSignature = Buffer.from('PK\x05\x06')
const endBytes = 22
const commentLengthAt = 20
/** A comment of a zip file is at most 64 KiB long, and so may be what somebody put behind its end. */
const tailBytes = 2 * 64 * 1024 + endBytes

/** The size of a file, and where the zip file in it ends; undefined where no end is found. */
const measureZip = async (path: string): Promise<{ size: number; end: number | undefined }> => {
  await using file = await open(path)
  const { size } = await file.stat()
  const from = Math.max(0, size - tailBytes)
  const { buffer: tail, bytesRead } = await file.read(Buffer.alloc(size - from), { position: from })
  const at = tail
    .subarray(0, Math.max(0, bytesRead - endBytes + endSignature.length))
    .lastIndexOf(endSignature)
  return { size, end: at < 0 ? undefined : from + at + endBytes + tail.readUInt16LE(at + commentLengthAt) }
}

const openMeasured = async (path: string, buffers: BufferBudget): Promise<ZipFile> => {
  const { size, end } = await measureZip(path)
  if (end === undefined || end >= size) return openPromise(path, { autoClose: false })
  buffers.charge(size)
  return fromBufferPromise((await readFile(path)).subarray(0, end))
}

/** Opens a zip file, of which mail and forms may have left bytes behind its end. Throws `UnreadableFile`. */
export const openZip = (path: string, buffers: BufferBudget): Promise<ZipFile> =>
  openMeasured(path, buffers).catch((error: unknown) =>
    Promise.reject(error instanceof UnreadableFile ? error : corrupt()),
  )
