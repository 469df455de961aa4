import { readings } from '../identity/reading.ts'
import type { HistoryDefinition } from './definition.ts'

/** What history tells of readings: which thing was read, as `<type>.read`, to administrators alone. */
export const readingHistory: HistoryDefinition = {
  entityType: readings.name,
  type: 'reading',
  hasActivity: false,
  isUnrecorded: false,
  changeOf: (before, after) => {
    if (before || !after) return undefined
    const { type, id } = readings.read(after)
    return { action: 'read', type, id, fields: [] }
  },
  subjectOf: (item) => {
    const { type, id } = readings.read(item)
    return { type, id }
  },
  audienceOf: () => 'admin',
  personOf: () => undefined,
}
