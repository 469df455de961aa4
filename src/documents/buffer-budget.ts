import { tooLarge } from './unreadable-file.ts'

/** Budget for the bytes that a document may hold in buffers, which the heap limit of V8 does not include. */
export class BufferBudget {
  #freeBytes: number

  constructor(maxBytes = 640 * 2 ** 20) {
    this.#freeBytes = maxBytes
  }

  /** Reserves bytes before they are allocated; throws `UnreadableFile` if the budget is exhausted. */
  charge(bytes: number) {
    if (bytes > this.#freeBytes) throw tooLarge()
    this.#freeBytes -= bytes
  }

  release(bytes: number) {
    this.#freeBytes += bytes
  }
}
