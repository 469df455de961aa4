import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { corrupt, encrypted, UnreadableFile } from './unreadable-file.ts'

const mostEntries = 20_000
const mostInflated = 1.5 * 2 ** 30
const mostOfOne = 600 * 2 ** 20
const mostRatio = 250
/** Below this a high ratio is no danger. */
const harmless = 20 * 2 ** 20

const bomb = () => new UnreadableFile('The file unpacks to far more than it may, and is not read.')

/** A zip file whose parts are counted while they are inflated, whatever sizes the file itself gives. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  #inflated = 0

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false }).catch(() => Promise.reject(corrupt()))
    try {
      if (zip.entryCount > mostEntries) throw bomb()
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new Archive(zip, entries)
    } catch (error) {
      zip.close()
      throw error instanceof UnreadableFile ? error : corrupt()
    }
  }

  close() {
    this.#zip.close()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The bytes of a part in order; throws when it is absent, damaged, encrypted or inflates to too much. */
  async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw corrupt()
    if (entry.isEncrypted()) throw encrypted()
    let size = 0
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        if (!Buffer.isBuffer(chunk)) throw corrupt()
        size += chunk.length
        this.#inflated += chunk.length
        const ratio = size / Math.max(1, entry.compressedSize)
        if (size > mostOfOne || this.#inflated > mostInflated || (size > harmless && ratio > mostRatio))
          throw bomb()
        yield chunk
      }
    } catch (error) {
      throw error instanceof UnreadableFile ? error : corrupt()
    }
  }

  async bytes(name: string): Promise<Uint8Array> {
    return Buffer.concat(await Array.fromAsync(this.chunks(name)))
  }
}

/** Reads within an archive and closes it. */
export async function* reading<T>(
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
