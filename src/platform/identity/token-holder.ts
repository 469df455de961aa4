import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { accessTokens, isExpiredToken } from './access-token.ts'
import { readActor, tokenInvalid, type Actor } from './actor.ts'
import { noteUse } from './last-use.ts'
import { cachedGroups } from './principals.ts'
import { widestScope, type TokenScope } from './token-scope.ts'
import { users } from './user.ts'
import { getItems } from '../table/batch/batch-get.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const base62 = (value: bigint, length: number): string =>
  Array.from({ length }, (_, n) => digits[Number((value / 62n ** BigInt(length - 1 - n)) % 62n)]).join('')

const decodeBase62 = (text: string): bigint =>
  text.split('').reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the ID of a token: a hash other than the stored one, as a UUID of version 8 (RFC 9562). */
const tokenHolderId = (token: string) =>
  toUuid(
    `${sha256(`id of ${token}`)
      .slice(0, 32)
      .replace(/^(.{12}).(.{3})./, '$18$28')}`,
  )

const checksum = (token: string) => base62(BigInt(crc32(token)), 6)

/** Creates a token in base 62: `ep_`, 22 digits of the person's ID, 22 of 130 random bits, and 6 of a checksum. */
export const newAccessToken = (user_id: string) => {
  const person = base62(BigInt(`0x${user_id.replaceAll('-', '')}`), 22)
  const random = BigInt(`0x${randomBytes(17).toString('hex')}`) >> 6n
  const body = `ep_${person}${base62(random, 22)}`
  const token = body + checksum(body)
  return { token, id: tokenHolderId(token), hash: sha256(token) }
}

/** Returns the ID of the person that a token names; undefined for a mistyped token. */
const personIn = (token: string): string | undefined => {
  const [, body = '', person = '', check] =
    /^(ep_([\dA-Za-z]{22})[\dA-Za-z]{22})([\dA-Za-z]{6})$/.exec(token) ?? []
  const hex = decodeBase62(person).toString(16).padStart(32, '0')
  return checksum(body) === check && hex.length === 32 ? toUuid(hex) : undefined
}

/**
 * Returns the person of a token and the scope it grants, from one strongly consistent read of both. Throws 401 for a
 * token that is mistyped, deleted or expired, or whose person was deactivated.
 */
export const readTokenHolder = async (
  token: string,
): Promise<{ actor: Actor & { scope: TokenScope }; token_id: string }> => {
  const user_id = personIn(token)
  if (user_id === undefined) throw tokenInvalid()
  // only the ID of the person is known yet; concurrent reads share one batch
  const unknown: Actor = { id: user_id, name: '', role: 'user', groups: cachedGroups(user_id) }
  const [[item], user, actor] = await Promise.all([
    getItems([accessTokens.keyOf({ user_id, id: tokenHolderId(token) })]),
    users.find({ id: user_id }),
    readActor({ actor: unknown, sessionId: null }),
  ])
  const stored = item && accessTokens.read(item)
  if (!stored || !user || isExpiredToken(stored, user.token_epoch)) throw tokenInvalid()
  if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(sha256(token)))) throw tokenInvalid()
  noteUse(item)
  const token_id = stored.id
  return { actor: { ...actor, scope: widestScope(stored.scopes), token_id }, token_id }
}
