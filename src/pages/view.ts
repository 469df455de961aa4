import { partTypes, resourceTypes } from '#generated/resource-types.ts'
import { trashEntryType } from '../platform/trash/entry.ts'

const isPart = (type: string): boolean => (partTypes as readonly string[]).includes(type)

/** Types with a reading page; parts are read on the page of their resource. */
export const viewedTypes: readonly string[] = [
  ...resourceTypes.filter((type) => !isPart(type)),
  trashEntryType.type,
]
