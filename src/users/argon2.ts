import * as crypto from 'node:crypto'
import { setImmediate as immediately } from 'node:timers/promises'

/** Parameters of argon2id (RFC 9106): memory in KiB, lengths in bytes. */
export interface Derivation {
  message: string
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

// releases of Node.js before 24.7 lack this function, although the types declare it
const deriveByOpenSsl = () => crypto.argon2Sync as typeof crypto.argon2Sync | undefined

/** Derives a tag with the OpenSSL of Node.js, from version 3.2 on; returns undefined if it is not supported. */
export const byOpenSsl = (derivation: Derivation): Buffer | undefined => {
  try {
    return deriveByOpenSsl()?.('argon2id', derivation)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED') return undefined
    throw error
  }
}

/** Derives a tag with WebAssembly, which is loaded on demand. */
export const byWebAssembly = async (derivation: Derivation): Promise<Buffer> => {
  const { argon2id } = await import('./argon2-wasm.ts')
  const { message, nonce, memory, passes, parallelism, tagLength } = derivation
  const tag = await argon2id({
    password: message,
    salt: nonce,
    memorySize: memory,
    iterations: passes,
    parallelism,
    hashLength: tagLength,
    outputType: 'binary',
  })
  return Buffer.from(tag)
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Derives a tag with argon2id. Tags are derived synchronously, which keeps memory flat, and one after the other: in
 * between, the process serves its connections, which would otherwise time out while many passwords are hashed.
 */
export const argon2id = (derivation: Derivation): Promise<Buffer> => {
  const mine = turn.then(() => immediately()).then(() => byOpenSsl(derivation) ?? byWebAssembly(derivation))
  turn = mine.catch(() => undefined)
  return mine
}
