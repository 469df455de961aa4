import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { corrupt, encrypted, UnreadableFile } from './unreadable-file.ts'

const mebibyte = 2 ** 20
const maxEntries = 20_000
const maxArchiveBytes = 1_536 * mebibyte
const maxPartBytes = 600 * mebibyte
const maxCompressionRatio = 250
/** A smaller part may have any compression ratio. */
const minRatedBytes = 20 * mebibyte

const refuseBomb = () => new UnreadableFile('The file unpacks to far more data than is allowed.')

const toUnreadable = (error: unknown) => (error instanceof UnreadableFile ? error : corrupt())

const isTooDense = (bytes: number, { compressedSize }: Entry): boolean =>
  bytes > minRatedBytes && bytes / Math.max(1, compressedSize) > maxCompressionRatio

/** A zip file whose parts are counted while they are inflated, whatever sizes the file itself gives. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  #inflatedBytes = 0

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false }).catch(() => Promise.reject(corrupt()))
    try {
      if (zip.entryCount > maxEntries) throw refuseBomb()
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new Archive(zip, entries)
    } catch (error) {
      zip.close()
      throw toUnreadable(error)
    }
  }

  close() {
    this.#zip.close()
  }

  has(part: string): boolean {
    return this.#entries.has(part)
  }

  /** The bytes of a part in order; throws when it is absent, damaged, encrypted or inflates to too much. */
  async *readChunks(part: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(part)
    if (!entry) throw corrupt()
    if (entry.isEncrypted()) throw encrypted()
    let partBytes = 0
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        if (!Buffer.isBuffer(chunk)) throw corrupt()
        partBytes += chunk.length
        this.#inflatedBytes += chunk.length
        if (partBytes > maxPartBytes || isTooDense(partBytes, entry)) throw refuseBomb()
        if (this.#inflatedBytes > maxArchiveBytes) throw refuseBomb()
        yield chunk
      }
    } catch (error) {
      throw toUnreadable(error)
    }
  }

  async readBytes(part: string): Promise<Uint8Array> {
    return Buffer.concat(await Array.fromAsync(this.readChunks(part)))
  }
}

/** What `read` reads out of an archive, which is closed afterwards. */
export async function* readArchive<T>(
  path: string,
  read: (archive: Archive) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const archive = await Archive.open(path)
  try {
    yield* read(archive)
  } finally {
    archive.close()
  }
}
