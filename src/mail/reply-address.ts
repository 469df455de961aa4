import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { users } from '../platform/identity/user.ts'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'

/** Resource types that accept replies by mail, by their letter in an address. */
const types = { p: 'wiki_page', t: 'task', s: 'ticket' } as const

export const replyPrefix = 'reply+'

/** Resource that receives a reply. */
export interface ReplyTarget {
  type: (typeof types)[keyof typeof types]
  id: string
}

/** Key that signs the reply addresses of one user, so that an address works for that user only (decision 0058). */
const replyKeys = entity({
  name: 'mail.reply_key',
  isInternal: true,
  schema: z.object({ user_id: z.string(), key: z.string() }),
  key: keyWithin('user_id', users, () => 'reply-key'),
})

/** Encodes 128 bits as 26 base-32 digits: addresses are case-insensitive, and allow 64 characters before the `@`. */
const encodeBase32 = (hex: string): string => BigInt(`0x${hex}`).toString(32).padStart(26, '0')

const decodeBase32 = (digits: string): string =>
  Array.from(digits)
    .reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n)
    .toString(16)
    .padStart(32, '0')

const signature = (key: string, thing: string): string =>
  encodeBase32(createHmac('sha256', Buffer.from(key, 'base64url')).update(thing).digest('hex').slice(0, 32))

const ensureReplyKey = async (user_id: string): Promise<string> => {
  const known = await replyKeys.find({ user_id })
  if (known) return known.key
  await replyKeys.ensure(replyKeys.make({ user_id, key: randomBytes(32).toString('base64url') }))
  // concurrent calls agree on the stored key
  return (await replyKeys.get({ user_id })).key
}

/**
 * Returns the address for a user's replies about a resource; undefined if mail is not received, or the type accepts no
 * replies.
 */
export const replyAddressFor = async (
  user_id: string,
  resource: { type: string; id: string },
): Promise<string | undefined> => {
  const letter = Object.entries(types).find(([, type]) => type === resource.type)?.[0]
  if (mailEnvironment.inbound === undefined || letter === undefined) return undefined
  const thing = letter + encodeBase32(resource.id.replaceAll('-', ''))
  return `${replyPrefix}${thing}${signature(await ensureReplyKey(user_id), thing)}@${mailEnvironment.inbound}`
}

/**
 * Returns the resource that this user may reply to with an address; undefined for another user's address or any other
 * one.
 */
export const findReplyTarget = async (user_id: string, address: string): Promise<ReplyTarget | undefined> => {
  const [, thing = '', signed = ''] =
    /^reply\+([pts][\da-v]{26})([\da-v]{26})@/.exec(address.toLowerCase()) ?? []
  const known = thing === '' ? undefined : await replyKeys.find({ user_id })
  if (!known || !timingSafeEqual(Buffer.from(signed), Buffer.from(signature(known.key, thing))))
    return undefined
  const id = decodeBase32(thing.slice(1)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { type: types[thing.charAt(0) as keyof typeof types], id }
}
