import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { readActor, tokenInvalid, type Actor } from './actor.ts'
import { groupsSeen } from './groups-seen.ts'
import { noteUse } from './last-use.ts'
import { tokenScopes, widestScope } from './token-scope.ts'
import { users } from './user.ts'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { getItems } from '../table/batch/batch-get.ts'
import { entity, within, type ThingOf } from '../table/entity.ts'

/**
 * A token of a program, which acts as its person, under them by an id that follows from the token: so it is read beside
 * the person. Only its hash is kept, where no index has it (decision 0045).
 */
export const accessTokens = entity({
  name: 'auth.access_token',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** Who made it: the person, or of a service account an administrator. */
    maker_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    hash: z.string(),
    /** The person's `token_epoch` when it was made; it ends when that changes. */
    epoch: z.int(),
    expires_at: timestamp,
    created_at: timestamp,
  }),
  ...within('user_id', users, 'token', ({ id }: { id: string }) => id),
  detail: ['hash'],
  expires: ({ expires_at }) => Math.floor(Date.parse(expires_at) / 1000),
})

export type StoredAccessToken = ThingOf<typeof accessTokens>

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const base62 = (value: bigint, length: number): string =>
  Array.from({ length }, (_, n) => digits[Number((value / 62n ** BigInt(length - 1 - n)) % 62n)]).join('')

const numberOf = (text: string): bigint =>
  text.split('').reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The id of a token: another hash of it than the one that is kept, as a UUID of version 8 (RFC 9562). */
const idOf = (token: string) =>
  toUuid(
    `${sha256(`id of ${token}`)
      .slice(0, 32)
      .replace(/^(.{12}).(.{3})./, '$18$28')}`,
  )

const checksum = (token: string) => base62(BigInt(crc32(token)), 6)

/** A new token of a person: `ep_`, 22 digits that name them, 22 of 130 random bits, and 6 of checksum, in base 62. */
export const newAccessToken = (user_id: string) => {
  const person = base62(BigInt(`0x${user_id.replaceAll('-', '')}`), 22)
  const random = BigInt(`0x${randomBytes(17).toString('hex')}`) >> 6n
  const body = `ep_${person}${base62(random, 22)}`
  const token = body + checksum(body)
  return { token, id: idOf(token), hash: sha256(token) }
}

/** Whose token it says to be; undefined for one that was mistyped. */
const personIn = (token: string): string | undefined => {
  const [, body = '', person = '', check] =
    /^(ep_([\dA-Za-z]{22})[\dA-Za-z]{22})([\dA-Za-z]{6})$/.exec(token) ?? []
  const hex = numberOf(person).toString(16).padStart(32, '0')
  return checksum(body) === check && hex.length === 32 ? toUuid(hex) : undefined
}

/** Whether a token is over, by its time or because its person was deactivated since. */
export const isOver = (
  { expires_at, epoch }: Omit<StoredAccessToken, 'hash'>,
  token_epoch: number,
): boolean => Date.parse(expires_at) <= Date.now() || epoch !== token_epoch

/**
 * The person of a token as of now, with what it allows them, from one strongly consistent read of both; 401 for a token
 * that is mistyped, deleted, expired, or whose person may not use the service any more.
 */
export const readTokenHolder = async (token: string): Promise<{ actor: Actor; token_id: string }> => {
  const user_id = personIn(token)
  if (user_id === undefined) throw tokenInvalid()
  // nothing is known yet of the person but their id; what is asked for at the same time goes in one batch
  const unknown: Actor = { id: user_id, name: '', role: 'user', groups: groupsSeen(user_id) }
  const [[item], user, actor] = await Promise.all([
    getItems([accessTokens.keyOf({ user_id, id: idOf(token) })]),
    users.find({ id: user_id }),
    readActor({ actor: unknown, sessionId: null }),
  ])
  const stored = item && accessTokens.read(item)
  if (!stored || !user || isOver(stored, user.token_epoch)) throw tokenInvalid()
  if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(sha256(token)))) throw tokenInvalid()
  noteUse(item)
  return { actor: { ...actor, scope: widestScope(stored.scopes) }, token_id: stored.id }
}
