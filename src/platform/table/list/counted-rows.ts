import type { Condition } from '../condition.ts'
import { toFilter } from '../expression.ts'
import type { Item } from '../operation.ts'
import { countItems } from '../query.ts'
import { rangeQuery, type Source } from './list.ts'

const filtered = (query: ReturnType<typeof rangeQuery>, where: Condition | undefined) => {
  if (!where) return query
  const { FilterExpression, ExpressionAttributeNames, ExpressionAttributeValues } = toFilter(where)
  return {
    ...query,
    FilterExpression,
    ExpressionAttributeNames: { ...query.ExpressionAttributeNames, ...ExpressionAttributeNames },
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...ExpressionAttributeValues },
  }
}

/**
 * Counts the rows for which a condition holds among the first `limit` rows of a source; `isCut` is true if the source
 * may have more rows. One round trip per 1 MB.
 */
export const countRows = async (source: Source<unknown>, limit: number, where?: Condition) => {
  let [counted, left] = [0, limit]
  let next: Item | undefined
  do {
    const { count, scanned, last } = await countItems({
      ...filtered(rangeQuery(source, undefined, left), where),
      ExclusiveStartKey: next,
    })
    counted += count
    // the embedded DynamoDB counts the row before which a page of 1 MB ends as scanned, too
    left -= where ? scanned : count
    next = last
  } while (next && left > 0)
  return { count: counted, isCut: next !== undefined }
}
