import { environment } from '../../runtime/environment.ts'
import { sendRead } from '../client.ts'
import { scan } from '../commands.ts'
import type { Item, Key } from '../operation.ts'

/** A segment of the whole table, one of `count` segments of similar size. */
interface Segment {
  number: number
  count: number
}

/** Maximum number of items on a page, so that processing a page takes seconds. */
const maxItems = 500

/**
 * Returns one page of a segment of the table after the item `after`, at most 1 MB, and the key to continue from. Only
 * for background work that must find everything, whose role alone permits a scan: the cost grows with the table.
 */
export const scanSegment = async ({ number, count }: Segment, after: Key | undefined) => {
  const command = scan({
    TableName: environment.tableName,
    Segment: number,
    TotalSegments: count,
    ExclusiveStartKey: after,
    Limit: maxItems,
  })
  const answer = await sendRead((table, options) => table.send(command, options))
  return { items: (answer.Items ?? []) as Item[], last: answer.LastEvaluatedKey as Key | undefined }
}
