import { docs, problemDocs } from '#docs'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { accessTokens, isExpiredToken, type StoredAccessToken } from '../../platform/identity/access-token.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { newAccessToken } from '../../platform/identity/token-holder.ts'
import { tokenScopes } from '../../platform/identity/token-scope.ts'
import { lastUsedAt } from '../../platform/identity/last-use.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { answeredId, id, line, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import type { Item } from '../../platform/table/operation.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { transact } from '../../platform/table/table.ts'

const dayMilliseconds = 86_400_000
const [defaultDays, maxDays] = [90, 365]

/** Maximum number of tokens per user. */
const maxTokens = 50

/** Fields of a token that its creator chooses. */
export const tokenFields = {
  name: line(100).meta(docs('Purpose of the token.', { examples: ['Nightly report'] })),
  scopes: z
    .array(z.enum(tokenScopes))
    .min(1)
    .max(tokenScopes.length)
    .refine((scopes) => scopes.length === 1 || !scopes.includes('scim'), 'must name "scim" alone')
    .meta(
      docs(
        'Permissions, by the `x-effect` of operations: `read`; `write` also changes; `full` also shares and ' +
          'deletes; `admin` also administers. Each includes the ones before it. `scim` stands alone, for service ' +
          'accounts: it permits only `/scim/v2`.',
        { examples: [['read']] },
      ),
    ),
}

const expires_at = timestamp.meta(docs('Time of expiry: within a year, by default in 90 days.'))

/** Parameter that selects the owner of the tokens. */
export const tokenOwner = id
  .optional()
  .meta(docs('ID of another user, for administrators; the caller if absent.'))

export const NewAccessToken = z.strictObject({
  ...tokenFields,
  expires_at: expires_at.optional(),
  user_id: id.optional().meta(docs('ID of a service account, for administrators; the caller if absent.')),
})

export const AccessToken = z.described(
  docs('An access token of a program, without its secret.', { id: 'AccessToken' }),
  {
    id: answeredId.meta(docs('ID of the token.')),
    user_id: answeredId.meta(docs('ID of the user it acts as.')),
    ...tokenFields,
    expires_at,
    last_used_at: timestamp.nullable().meta(docs('Time of the last use, to the hour; null if never used.')),
    created_at: timestamp.meta(docs('Time of creation.')),
  },
)

/**
 * Returns the ID of the user whose tokens the call concerns; throws 403 if that is another user and the caller is not
 * an administrator.
 */
export const ownerId = (actor: Actor, user_id = actor.id): string => {
  if (user_id !== actor.id && actor.role !== 'admin') throw roleRequired('admin')
  return user_id
}

/** Returns all stored tokens, including expired ones until they are removed. */
const storedTokens = async (user_id: string) => {
  const read = (item: Item) => ({ ...accessTokens.read(item), last_used_at: lastUsedAt(item) })
  const sources = accessTokens.in('all', { user_id }).map((source) => ({ ...source, read }))
  return (await readList(sources, { limit: 1_000 })).items
}

const inForce = <T extends StoredAccessToken>(tokens: T[], user: StoredUser | undefined): T[] =>
  tokens.filter((token) => user?.is_active && !isExpiredToken(token, user.token_epoch))

/** Returns a page of a user's valid tokens, oldest first; empty for an unknown user. */
export const listTokens = async (user_id: string, page: PageRequest) => {
  const [user, stored] = await Promise.all([users.find({ id: user_id }), storedTokens(user_id)])
  return toListPage(inForce(stored, user), ({ created_at, id }) => `${created_at}#${id}`, page)
}

export const tooManyTokens = problem('auth.too_many_tokens', 409, {
  wording: (limit: number) => `A user must not have more than ${limit} access tokens; delete one first.`,
  docs: problemDocs({
    meaning: 'The user already has the maximum number of access tokens.',
    example: [maxTokens],
  }),
})

/** Item that every creation of a token of one user writes, so that concurrent creations count one after the other. */
const lastMade = entity({
  name: 'auth.last_token',
  isInternal: true,
  schema: z.object({ user_id: z.string(), id: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, () => 'last-token'),
})

const storeToken = (user: StoredUser, token: StoredAccessToken): Promise<void> =>
  retryOnConflict(async () => {
    const last = await lastMade.find({ user_id: user.id })
    if (inForce(await storedTokens(user.id), user).length >= maxTokens) throw tooManyTokens(maxTokens)
    const { id, user_id } = token
    const counted = last ? lastMade.toUpdate(last, { id }) : lastMade.toCreate(lastMade.make({ user_id, id }))
    await transact([accessTokens.toCreate(token), counted])
  })

const tokenExpiry = (expires_at: string | undefined): string => {
  const now = Date.now()
  const end = expires_at === undefined ? now + defaultDays * dayMilliseconds : Date.parse(expires_at)
  if (end <= now || end > now + maxDays * dayMilliseconds)
    throw invalid('expires_at', 'must be in the future and within a year')
  return new Date(end).toISOString()
}

/**
 * Returns the user for whom the caller creates a token: themselves or, for administrators, a service account. Throws
 * 403 and 422.
 */
const requireOwner = async (actor: Actor, user_id: string | undefined): Promise<StoredUser> => {
  const owner = await users.find({ id: ownerId(actor, user_id) })
  if (owner?.is_active && (owner.id === actor.id || owner.type === 'service')) return owner
  throw invalid('user_id', 'must be the ID of an active service account')
}

/** Creates a token, whose secret is returned only here; throws 403, 409 if there are too many, and 422. */
export const makeAccessToken = async (
  actor: Actor,
  { user_id, expires_at, ...fields }: z.output<typeof NewAccessToken>,
) => {
  const end = tokenExpiry(expires_at)
  const owner = await requireOwner(actor, user_id)
  if (fields.scopes.includes('scim') && owner.type !== 'service')
    throw invalid('scopes', 'must not contain "scim", except for a service account')
  const { token, id, hash } = newAccessToken(owner.id)
  const own = { id, hash, user_id: owner.id, maker_id: actor.id, epoch: owner.token_epoch }
  const stored = accessTokens.make({ ...fields, ...own, expires_at: end })
  await storeToken(owner, stored)
  return { ...stored, last_used_at: null, token }
}
