import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import type { User } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { table, tableName } from './table.ts'

export interface NewSpace {
  name: string
  slug?: string | undefined
  description?: string | null | undefined
  internal_permission: 'read' | 'write'
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

interface Space {
  visibility: 'internal' | 'private'
  owner: { id: string }
  members: { user_id: string }[]
}

const maySee = (space: Space | undefined, { id, role }: User) =>
  space &&
  (space.visibility === 'internal' ||
    role === 'admin' ||
    space.owner.id === id ||
    space.members.some(({ user_id }) => user_id === id))

const positionIn = (cursor: string) => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, string>
  } catch {
    throw new Refusal(422, 'The cursor must be the next_cursor of a page before.')
  }
}

interface Row {
  summary: object
  version: number
  counters: { children_count: number }
  pk: string
  sk: string
  gsi1sk: string
}

const queryRows = async (gsi1pk: string, { limit, cursor }: PageRequest) => {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': gsi1pk },
      Limit: limit + 1,
      ExclusiveStartKey: cursor === undefined ? undefined : { ...positionIn(cursor), gsi1pk },
    }),
  )
  return Items as Row[]
}

/** Returns the root pages of a space by position and title. */
export const listPages = async (caller: User, spaceId: string, page: PageRequest) => {
  const roots = `space#${spaceId}#children#root`
  const [space, found] = await Promise.all([
    table.send(
      new GetCommand({
        TableName: tableName,
        Key: { pk: `space#${spaceId}`, sk: 'space' },
        ConsistentRead: true,
      }),
    ),
    queryRows(roots, page),
  ])
  if (!maySee(space.Item?.['summary'] as Space | undefined, caller))
    throw new Refusal(404, 'There is no such space.')
  const rows = found.slice(0, page.limit)
  const items = rows.map(({ summary, version, counters: { children_count } }) =>
    Object.assign(summary, { version, children_count }),
  )
  const { pk, sk, gsi1sk } = rows.at(-1) ?? {}
  const position = found.length > rows.length ? JSON.stringify({ pk, sk, gsi1sk }) : undefined
  return { items, next_cursor: position ? Buffer.from(position).toString('base64url') : null }
}

const slugOf = (name: string, attempt: number) => {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['space']
  return [...words, ...(attempt > 0 ? [randomUUID().slice(0, 8)] : [])].join('-').slice(0, 100)
}

/** Returns a put of an item that must not exist yet; a retry after a lost response recognizes the item by its mark. */
const toPut = (item: object) => {
  const writeId = randomUUID()
  return {
    Put: {
      TableName: tableName,
      Item: { ...item, writeId },
      ConditionExpression: 'attribute_not_exists(pk) OR writeId = :writeId',
      ExpressionAttributeValues: { ':writeId': writeId },
    },
  }
}

/** Stores a space with its slug, which must be free, and the item for moving its pages, like ours. */
const storeSpace = async (
  id: string,
  slug: string,
  summary: object & { name: string; owner: { id: string } },
  detail: object,
) => {
  const caller = {
    actor_id: summary.owner.id,
    via: 'session',
    address: '192.0.2.1',
    request_id: randomUUID(),
  }
  const origin = { ...caller, at: Date.now() }
  const items = [
    {
      pk: `space#${id}`,
      sk: 'space',
      entityType: 'wiki.space',
      origin,
      summary,
      detail,
      counters: { page_count: 0 },
      version: 1,
      gsi1pk: 'spaces#internal#0',
      gsi1sk: `${summary.name.toLowerCase()}#${id}`,
    },
    {
      pk: `space#${id}`,
      sk: 'tree',
      entityType: 'wiki.tree',
      origin,
      summary: { space_id: id, sweeps: [], moves: [] },
      detail: {},
      version: 1,
    },
    { pk: `space-slug#${slug}`, sk: 'slug', summary: { slug, space_id: id }, detail: {} },
  ]
  await table.send(new TransactWriteCommand({ TransactItems: items.map(toPut) }))
}

const isTaken = (error: unknown) =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')

/**
 * Creates an internal space; answers 409 if the requested slug is taken. Only ours supports members and private spaces.
 */
export const createSpace = async (
  caller: User,
  { name, slug: wanted, description = null, internal_permission }: NewSpace,
) => {
  const [id, time] = [randomUUID(), new Date().toISOString()]
  const owner = { id: caller.id, name: caller.name }
  for (let attempt = 0; ; attempt += 1) {
    const slug = wanted ?? slugOf(name, attempt)
    const times = { created_at: time, updated_at: time }
    const summary = {
      id,
      name,
      slug,
      visibility: 'internal',
      internal_permission,
      members: [],
      owner,
      ...times,
    }
    try {
      await storeSpace(id, slug, summary, { description })
      return { ...summary, description, permission: 'admin', page_count: 0, version: 1 }
    } catch (error) {
      if (!isTaken(error)) throw error
      if (wanted !== undefined) throw new Refusal(409, `Another space already has the slug "${slug}".`)
    }
  }
}
