import { tooLarge } from '../unreadable-file.ts'

const mebibyte = 2 ** 20

/** How many bytes a document may hold in buffers, which V8's limit of the heap does not count. */
export class BufferBudget {
  #freeBytes: number

  constructor(maxBytes = 640 * mebibyte) {
    this.#freeBytes = maxBytes
  }

  /** Takes bytes before they are held; throws `UnreadableFile` when there are no more. */
  charge(bytes: number) {
    if (bytes > this.#freeBytes) throw tooLarge()
    this.#freeBytes -= bytes
  }

  /** Gives back what is no longer held. */
  release(bytes: number) {
    this.#freeBytes += bytes
  }
}
