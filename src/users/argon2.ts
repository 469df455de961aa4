import * as crypto from 'node:crypto'
import { setImmediate as immediately } from 'node:timers/promises'

/** What argon2id (RFC 9106) is asked for: memory in KiB, lengths in bytes. */
export interface Derivation {
  message: string
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

// releases of Node.js before 24.7 have no such function, whatever their types say
const deriveByOpenSsl = () => crypto.argon2Sync as typeof crypto.argon2Sync | undefined

/** By the OpenSSL that Node.js was built with, from 3.2 on; undefined where it cannot. */
export const byOpenSsl = (derivation: Derivation): Buffer | undefined => {
  try {
    return deriveByOpenSsl()?.('argon2id', derivation)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED') return undefined
    throw error
  }
}

/** The same by WebAssembly, which is loaded only when it is asked for. */
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
 * The tag of argon2id. Each is derived in one go, which keeps memory flat, and one after the other: in between the
 * process sees to its connections, whose time would be over while many passwords are hashed.
 */
export const argon2id = (derivation: Derivation): Promise<Buffer> => {
  const mine = turn.then(() => immediately()).then(() => byOpenSsl(derivation) ?? byWebAssembly(derivation))
  turn = mine.catch(() => undefined)
  return mine
}
