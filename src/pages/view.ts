import { partTypes, resourceTypes } from '#generated/resource-types.ts'
import { trashEntryType } from '../platform/trash/entry.ts'

const isPart = (type: string): boolean => (partTypes as readonly string[]).includes(type)

/** What has a page to be read on; what belongs to another thing is read there. */
export const viewedTypes: readonly string[] = [
  ...resourceTypes.filter((type) => !isPart(type)),
  trashEntryType.type,
]
