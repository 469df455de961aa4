import { createHash, createHmac } from 'node:crypto'

/** SHA-256 and its HMAC, with the interface that `SignatureV4` requires. */
export class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', secret instanceof ArrayBuffer ? new Uint8Array(secret) : (secret as string))
  }
  update(data: Uint8Array): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}
