import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { writeItem } from '../platform/table/table.ts'
import { preferences, type StoredPreferences } from './preferences.ts'

/** Changes a person's preferences. Before the first change, version 1 is implied and not stored. */
export const changePreferences = (
  user_id: string,
  change: (current: StoredPreferences) => Promise<Changes<StoredPreferences>>,
  ifMatch?: IfMatch,
): Promise<StoredPreferences> =>
  retryOnConflict(async () => {
    const stored = await preferences.find({ user_id })
    const current = stored ?? preferences.make({ user_id })
    const update = preferences.toUpdate(current, await change(current), ifMatch)
    if (update.isSame) return current
    await writeItem(stored ? update : preferences.toCreate(update.thing))
    return update.thing
  })
