import { docs } from '#docs'
import { timingSafeEqual } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { newId } from '../platform/runtime/id.ts'
import { argon2id } from './argon2.ts'

/** Schema of a new password: 12 to 128 characters (NIST SP 800-63B requires length, not kinds of characters). */
export const newPassword = z
  .string()
  .min(12)
  .max(128)
  .meta(
    docs(
      'A password of 12 to 128 characters that is hard to guess; the detail of a 422 says why it is refused.',
      {
        examples: ['correct horse battery'],
      },
    ),
  )

/** Minimum cost of argon2id by OWASP: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const phcPrefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism, tagLength } = cost) =>
  argon2id({ message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength })

/**
 * Returns the hash of a password in the PHC string format, with salt and cost. The salt only has to be unique (RFC 9106
 * section 3.1), so it is an ID: a retry with the same `Idempotency-Key` yields the same hash.
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = Buffer.from(newId().replaceAll('-', ''), 'hex')
  const tag = await derive(password, salt)
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `${phcPrefix}$${base64(salt)}$${base64(tag)}`
}

/** Hash for comparison if an account is unknown, so that it takes the same time as a wrong password. */
const unknownAccountHash = `${phcPrefix}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Returns true if `password` matches `hash`; without a hash, returns false after the same time. */
export const isPassword = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(
    hash ?? unknownAccountHash,
  )
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected) && typeof hash === 'string'
}
