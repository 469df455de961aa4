import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { eventFeeds } from '../../src/calendar/event-feed.ts'
import { jobs } from '../../src/jobs/job/job.ts'
import { startSystemJob } from '../../src/jobs/job/job-start.ts'
import { accessTokens } from '../../src/platform/identity/access-token.ts'
import { sessions } from '../../src/platform/identity/session.ts'
import { users, type StoredUser } from '../../src/platform/identity/user.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import type { Item, Key } from '../../src/platform/table/operation.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { credentials } from '../../src/users/credentials.ts'
import { changeUser } from '../../src/users/registration.ts'
import { scanItems } from '../operation/scan.ts'

/** Returns an item as it is in the replaced table. */
type Before = (key: Key) => Item | undefined

/** Reads items of the replaced table, at most 100 at a time. */
type ReadBefore = (keys: Key[]) => Promise<Before>

const keyLabel = ({ pk, sk }: Key) => `${pk} ${sk}`
const primaryKey = ({ pk, sk }: Key): Key => ({ pk, sk })

/** Returns a function that reads items of a table, and retries unprocessed keys. */
export const tableReader = (client: DynamoDBClient, table: string): ReadBefore => {
  const documents = DynamoDBDocumentClient.from(client)
  const read = async (Keys: Key[]): Promise<Item[]> => {
    if (Keys.length === 0) return []
    const RequestItems = { [table]: { Keys, ConsistentRead: true } }
    const { Responses = {}, UnprocessedKeys = {} } = await documents.send(
      new BatchGetCommand({ RequestItems }),
    )
    const rest = (UnprocessedKeys[table]?.Keys ?? []) as Key[]
    return [...((Responses[table] ?? []) as Item[]), ...(await read(rest))]
  }
  return async (keys) => {
    const items = new Map((await read(keys)).map((item) => [keyLabel(item), item]))
    return (key) => items.get(keyLabel(key))
  }
}

/** Roles in ascending order of permissions. */
const ranks = { user: 0, support_agent: 1, admin: 2 } as const satisfies Record<StoredUser['role'], number>

/** Returns the restrictions of a person in the replaced table that the restored table lacks. */
const withdrawnFrom = (user: StoredUser, before: StoredUser): Partial<StoredUser> => ({
  ...(user.is_active && !before.is_active && { is_active: false }),
  ...(ranks[before.role] < ranks[user.role] && { role: before.role }),
})

const isErased = (user: StoredUser, before: StoredUser) =>
  user.erased_at === null && (before.erased_at !== null || before.erasure_job_id !== user.erasure_job_id)

/** Erases a person again, and transfers shared resources to the same successor. */
const eraseAgain = async ({ id, name }: StoredUser, before: StoredUser, readBefore: ReadBefore) => {
  const job = jobs.keyOf({ id: before.erasure_job_id ?? '' })
  const item = (await readBefore([job]))(job)
  const successor_id = item ? (jobs.read(item).input['successor_id'] as string) : id
  await startSystemJob({
    kind: 'erasure',
    about: id,
    cause: `restore#${before.erasure_job_id}`,
    at: before.updated_at,
    input: { user_id: id, successor_id },
    state: { former_name: name },
  })
}

/** Number of access rights of each kind that came back with the restored table and were revoked again. */
export interface EndedAccess {
  sessions: number
  feeds: number
  tokens: number
  passwords: number
  people: number
  erasures: number
}

const entitiesIn = (items: Item[]) => (name: string) => items.filter((item) => item['entityType'] === name)

/** Removes calendar feeds that were revoked or replaced since: their old address must not work again. */
const endFeeds = async (feeds: Item[], before: Before): Promise<number> => {
  const revoked = feeds.filter((item) => {
    const other = before(item)
    return !other || eventFeeds.read(other).hash !== eventFeeds.read(item).hash
  })
  await writeBatch([], revoked.map(primaryKey))
  return revoked.length
}

/**
 * Removes tokens that were revoked since, or whose owner was deactivated since, even if the owner has been reactivated.
 */
const endTokens = async (tokens: Item[], readBefore: ReadBefore, before: Before): Promise<number> => {
  const owners = await readBefore(
    [...new Set(tokens.map(({ pk }) => pk))].map((pk) => ({ pk, sk: users.keyOf({ id: '' }).sk })),
  )
  const ended = tokens.filter((item) => {
    const owner = owners({ pk: item.pk, sk: users.keyOf({ id: '' }).sk })
    const isKept = owner && accessTokens.read(item).epoch === users.read(owner).token_epoch
    return !before(item) || !isKept
  })
  await writeBatch([], ended.map(primaryKey))
  return ended.length
}

const endPassword = async (item: Item, before: Before): Promise<number> => {
  const other = before(item)
  const { email, password_hash } = credentials.read(item)
  const newer = other && credentials.read(other).password_hash
  if (newer === undefined || newer === password_hash) return 0
  await writeItem(credentials.toTouch({ email }, { password_hash: newer }))
  return 1
}

const restrictAgain = async (item: Item, before: Before, readBefore: ReadBefore, ended: EndedAccess) => {
  const other = before(item)
  if (!other) return
  const [user, then] = [users.read(item), users.read(other)]
  const isGone = isErased(user, then)
  const withdrawn = { ...withdrawnFrom(user, then), ...(isGone && user.is_active && { is_active: false }) }
  if (Object.keys(withdrawn).length > 0) {
    await changeUser(user, withdrawn, {})
    ended.people += 1
  }
  if (!isGone) return
  await eraseAgain(user, then, readBefore)
  ended.erasures += 1
}

/**
 * Ends all sessions in the service's restored table, and everything that had ended in the replaced table: revoked
 * calendar feeds and access tokens, changed passwords, and people who had been deactivated, erased, or given a lower
 * role. Without `readBefore`, people stay as restored.
 */
export const endAccess = async (readBefore: ReadBefore | undefined): Promise<EndedAccess> => {
  const ended: EndedAccess = { sessions: 0, feeds: 0, tokens: 0, passwords: 0, people: 0, erasures: 0 }
  for await (const items of scanItems()) {
    const of = entitiesIn(items)
    const open = of(sessions.name)
    await writeBatch([], open.map(primaryKey))
    ended.sessions += open.length
    if (!readBefore) continue
    const before = await readBefore(items.map(primaryKey))
    ended.feeds += await endFeeds(of(eventFeeds.name), before)
    ended.tokens += await endTokens(of(accessTokens.name), readBefore, before)
    const signIns = items.filter(({ sk }) => sk === credentials.keyOf({ email: '' }).sk)
    for (const item of signIns) ended.passwords += await endPassword(item, before)
    for (const item of of(users.name)) await restrictAgain(item, before, readBefore, ended)
  }
  return ended
}
