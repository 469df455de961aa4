import { environment } from '../../runtime/environment.ts'
import { sendRead } from '../client.ts'
import { scan } from '../commands.ts'
import type { Item, Key } from '../operation.ts'

/** A part of the whole table: the one of this number among `count` that are about as large. */
interface Segment {
  number: number
  count: number
}

/** How many items are a page, so that what is done with them takes seconds. */
const maxItems = 500

/**
 * One page of a segment of the table, at most 1 MB, behind the item `after`, and where to go on. Only for background
 * work that must find everything there is, whose role alone may do it: its cost grows with the table.
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
