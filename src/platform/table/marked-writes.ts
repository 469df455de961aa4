import type { NotedWrite } from '../runtime/request-context.ts'
import type { Item } from './operation.ts'
import { queryItems } from './table.ts'
import { markerPartition, markerPrefix } from './write-marker.ts'

/**
 * What is noted in the markers of the writes that attempts at the request with this seed have made, from their number
 * `first` on: so it is known also of an attempt that was cut off after its last write. One round trip.
 */
export const markedWrites = async (seed: string, first: number): Promise<NotedWrite[]> => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': markerPartition(seed), ':prefix': markerPrefix },
    ConsistentRead: true,
  })
  const isLater = ({ sk }: Item) => Number(sk.slice(markerPrefix.length)) >= first
  return items.filter(isLater).flatMap(({ writes }) => (writes as NotedWrite[] | undefined) ?? [])
}
