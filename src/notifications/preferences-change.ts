import { changedFields, matchedVersion, type Changes, type IfMatch } from '../platform/table/changes.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { preferences, type StoredPreferences } from './preferences.ts'

/** Changes what somebody has chosen; before the first change that is version 1, which is not stored. */
export const changePreferences = (
  user_id: string,
  change: (current: StoredPreferences) => Promise<Changes<StoredPreferences>>,
  ifMatch?: IfMatch,
): Promise<StoredPreferences> =>
  retryOnConflict(async () => {
    const stored = await preferences.find({ user_id })
    if (stored) return preferences.update(stored, await change(stored), ifMatch)
    const first = preferences.make({ user_id })
    matchedVersion(preferences.name, first, ifMatch)
    const changes = changedFields(first, await change(first))
    if (Object.keys(changes).length === 0) return first
    return preferences.create({ ...first, ...changes, version: 2 } as StoredPreferences)
  })
