import { isDeepStrictEqual } from 'node:util'
import { getItems } from './gathering.ts'
import { conflict } from './problem.ts'
import { requestContext } from './request-context.ts'
import type { Item, Operation } from './table.ts'

/** The code of a 409: the writes were made before, for the same `Idempotency-Key`, and would be others by now. */
export const doneBeforeCode = 'request.done_before'

export const doneBefore = () =>
  conflict(doneBeforeCode, 'This request was carried out before but its answer was lost; read what it made.')

/** DynamoDB knows a transaction by its token for 10 minutes; a minute of them is left for the request itself. */
const tokenMilliseconds = 9 * 60_000

const creationsOf = (operations: Operation[]): Item[] =>
  operations.flatMap(({ write: { Put } }) =>
    Put?.ConditionExpression && Put.Item?.['writeId'] !== undefined ? [Put.Item as Item] : [],
  )

const partsOf = ({ summary, detail }: Item): unknown => JSON.parse(JSON.stringify({ summary, detail }))

/**
 * Whether an earlier attempt at this request, which DynamoDB has forgotten, has made these writes: then all of them, as
 * it made them together. Made again they would count twice and put back what has changed. Throws 409 when they would
 * make something else than what stands there by now.
 */
export const wereMade = async (operations: Operation[]): Promise<boolean> => {
  const { replay } = requestContext()
  if (!replay || replay.startedAt + tokenMilliseconds > Date.now()) return false
  const creations = creationsOf(operations)
  const stored = await getItems(creations)
  const isOurs = ({ pk, sk, writeId }: Item, present: Item | undefined) =>
    present && (present['writeId'] === writeId || replay.ids.some((id) => pk.includes(id) || sk.includes(id)))
  if (!creations.some((item, index) => isOurs(item, stored[index]))) return false
  const isSame = (item: Item, present: Item | undefined) =>
    present && isDeepStrictEqual(partsOf(item), partsOf(present))
  if (!creations.every((item, index) => isSame(item, stored[index]))) throw doneBefore()
  return true
}
