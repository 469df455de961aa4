import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams'

type Item = Record<string, AttributeValue>

const restoreValue = (value: AttributeValue): AttributeValue => {
  if (value.M) return { M: restoreItem(value.M) }
  if (value.L) return { L: value.L.map(restoreValue) }
  return Object.values(value).some((part) => part !== undefined) ? value : { M: {} }
}

const restoreItem = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, restoreValue(value)]))

/**
 * Restores empty maps of a stream record as AWS has them: DynamoDB Local writes `{}` for an empty map, without its
 * type.
 */
export const withEmptyMaps = ({ dynamodb = {}, ...record }: _Record): _Record => {
  const { OldImage, NewImage, ...rest } = dynamodb
  return {
    ...record,
    dynamodb: {
      ...rest,
      ...(OldImage && { OldImage: restoreItem(OldImage) }),
      ...(NewImage && { NewImage: restoreItem(NewImage) }),
    },
  }
}
