import { docs } from '#docs'
import { timingSafeEqual } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { newId } from '../platform/runtime/id.ts'
import { argon2id } from './argon2.ts'

/** A new password: 12 to 128 characters (NIST SP 800-63B asks for length, not for kinds of characters). */
export const newPassword = z
  .string()
  .min(12)
  .max(128)
  .meta(
    docs('A password of 12 to 128 characters that is hard to guess; the 422 says why one is not.', {
      examples: ['correct horse battery'],
    }),
  )

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const phcPrefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism, tagLength } = cost) =>
  argon2id({ message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength })

/**
 * The hash of a password in the PHC string format, with its salt and cost. The salt, which has to be unique and no more
 * (RFC 9106 section 3.1), is an id: so under an `Idempotency-Key` a repetition comes to the same hash.
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = Buffer.from(newId().replaceAll('-', ''), 'hex')
  const tag = await derive(password, salt)
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `${phcPrefix}$${base64(salt)}$${base64(tag)}`
}

/** What a password of an unknown account is compared with, so that it takes the same time as a wrong one. */
const unknownAccountHash = `${phcPrefix}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether `password` is the one of `hash`; without a hash it takes the same time and is false. */
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
