import { stat, open, readFile } from 'node:fs/promises'
import { type Entry, type ZipFile, fromBufferPromise, openPromise } from 'yauzl'
import type { BufferBudget } from './buffer-budget.ts'
import { corrupt, encrypted, UnreadableFile } from './unreadable-file.ts'

const endSignature = Buffer.from('PK\x05\x06')
const endBytes = 22
const commentLengthAt = 20
/** Maximum distance of the end record from the end of a file: a zip comment of 64 KiB, and as much foreign data. */
const tailBytes = 2 * 64 * 1024 + endBytes

/** Returns the size of a file and the end of the zip archive in it; `end` is undefined if no end record is found. */
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

/** Opens a zip file; ignores bytes that mail programs or web forms appended. */
const openZip = async (path: string, buffers: BufferBudget): Promise<ZipFile> => {
  const { size, end } = await measureZip(path)
  if (end === undefined || end >= size) return openPromise(path, { autoClose: false })
  buffers.charge(size)
  return fromBufferPromise((await readFile(path)).subarray(0, end))
}

const mebibyte = 2 ** 20
const maxEntries = 20_000
const maxArchiveBytes = 1_536 * mebibyte
/** Number of bytes that even a small archive may inflate to in total; repeated reads of a part count each time. */
const minArchiveBytes = 256 * mebibyte
const maxPartBytes = 600 * mebibyte
const maxCompressionRatio = 250
/** Parts up to this size may have any compression ratio. */
const minRatedBytes = 20 * mebibyte

const refuseBomb = () => new UnreadableFile('not_allowed', 'The file unpacks to more data than is allowed.')

const throwUnreadable = (error: unknown): never => {
  throw error instanceof UnreadableFile ? error : corrupt()
}

const isTooDense = (bytes: number, { compressedSize }: Entry): boolean =>
  bytes > minRatedBytes && bytes / Math.max(1, compressedSize) > maxCompressionRatio

/** A zip archive that counts the bytes it inflates, because the sizes in the file cannot be trusted. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  readonly #buffers: BufferBudget
  #freeBytes: number

  private constructor(zip: ZipFile, entries: Map<string, Entry>, freeBytes: number, buffers: BufferBudget) {
    this.#zip = zip
    this.#entries = entries
    this.#freeBytes = freeBytes
    this.#buffers = buffers
  }

  static async open(path: string, buffers: BufferBudget): Promise<Archive> {
    const zip = await openZip(path, buffers).catch(throwUnreadable)
    try {
      if (zip.entryCount > maxEntries) throw refuseBomb()
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry)
        entries.set(entry.fileName.toLowerCase(), entry)
      }
      const usualBytes = (await stat(path)).size * maxCompressionRatio
      const freeBytes = Math.min(maxArchiveBytes, Math.max(minArchiveBytes, usualBytes))
      return new Archive(zip, entries, freeBytes, buffers)
    } catch (error) {
      zip.close()
      return throwUnreadable(error)
    }
  }

  close() {
    this.#zip.close()
  }

  has(part: string): boolean {
    return this.#find(part) !== undefined
  }

  /** Returns a part by its name; ignores case (ISO/IEC 29500-2, section 6.2.2.3). */
  #find(part: string): Entry | undefined {
    return this.#entries.get(part) ?? this.#entries.get(part.toLowerCase())
  }

  /** Yields the bytes of a part; throws if the part is missing, damaged, encrypted or inflates to too many bytes. */
  async *readChunks(part: string): AsyncGenerator<Buffer> {
    const entry = this.#find(part)
    if (!entry) throw corrupt()
    if (entry.isEncrypted()) throw encrypted()
    let partBytes = 0
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        if (!Buffer.isBuffer(chunk)) throw corrupt()
        partBytes += chunk.length
        this.#freeBytes -= chunk.length
        const isTooLarge = partBytes > maxPartBytes || this.#freeBytes < 0
        if (isTooLarge || isTooDense(partBytes, entry)) throw refuseBomb()
        yield chunk
      }
    } catch (error) {
      throwUnreadable(error)
    }
  }

  /** Returns a whole part and charges it to the buffers of the document; throws like `readChunks`. */
  async readBytes(part: string): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    for await (const chunk of this.readChunks(part)) {
      this.#buffers.charge(chunk.length)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

/** Opens an archive, yields everything that `read` yields, and closes the archive. */
export async function* readArchive<T>(
  { path, buffers }: { path: string; buffers: BufferBudget },
  read: (archive: Archive) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const archive = await Archive.open(path, buffers)
  try {
    yield* read(archive)
  } finally {
    archive.close()
  }
}
