import { readQueues } from '../platform/events/queue-counts.ts'
import { formerGroupName, groups } from '../platform/identity/group.ts'
import type * as z from '../platform/schema/schema.ts'
import { readDays } from './activity.ts'
import { readUses, type ModelUse } from './model-use.ts'
import type { Overview } from './overview.ts'
import { readCounts } from './resource-counts.ts'
import { countedKinds, Tally, type UserKind } from './tally.ts'

/** Returns the uses of models with the current names of groups. */
const nameGroups = async (uses: ModelUse[]) => {
  const ids = new Set(uses.flatMap(({ group_id }) => group_id ?? []))
  const found = await groups.findMany([...ids].map((id) => ({ id })))
  const names = new Map(found.map((group) => [group?.id, group?.name]))
  return uses.map(({ group_id: id, ...use }) => ({
    ...use,
    group: id === null ? null : { id, name: names.get(id) ?? formerGroupName },
  }))
}

/** Returns the overview with the activity of these days. */
export const presentOverview = async (days: string[]): Promise<z.input<typeof Overview>> => {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const [counts, counted, { items: uses, isCut }, queues] = await Promise.all([
    readCounts(),
    readDays(days),
    readUses(months),
    readQueues(),
  ])
  const countOf = (kind: string) => counts.get(kind) ?? Tally.parse({ kind })
  const usersOf = (kind: UserKind) => countOf(kind).present
  const file = countOf('file')
  const types = Object.values(countedKinds).filter((type) => type !== 'user')
  return {
    people: {
      active: usersOf('active'),
      invited: usersOf('invited'),
      deactivated: usersOf('deactivated'),
      service_accounts: usersOf('service_account'),
    },
    groups: countOf('group').present,
    storage: {
      files: file.present,
      bytes: file.bytes,
      trashed_files: file.trashed,
      trashed_bytes: file.trashed_bytes,
    },
    resources: types.map((type) => ({ type, count: countOf(type).present, trashed: countOf(type).trashed })),
    activity: days.map((day) => {
      const { people = 0, actions = {}, counted_at = null } = counted.get(day) ?? {}
      const rows = Object.entries(actions).map(([action, count]) => ({ action, count }))
      return { day, people, actions: rows.sort((a, b) => a.action.localeCompare(b.action)), counted_at }
    }),
    usage: await nameGroups(uses),
    usage_truncated: isCut,
    queues,
  }
}
