import { endpoint } from '../../platform/http/endpoint.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { distinctRefs, refKey } from '../../platform/resource-ref.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { changedProblem } from '../../platform/table/changes.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import {
  preferences,
  Preferences,
  PreferencesInput,
  presentPreferences,
  storedTypes,
  type StoredPreferences,
} from '../preferences.ts'
import { changePreferences } from '../preferences-change.ts'

type Muted = StoredPreferences['muted']

/** Throws 422 for a newly muted resource that the caller may not see. */
const requireVisible = async (actor: Actor, muted: Muted, before: Muted) => {
  const known = new Set(before.map(refKey))
  const added = muted.filter((ref) => !known.has(refKey(ref)))
  const views = await loadResources(actor, added)
  const unseen = added.find((_, index) => !views[index])
  if (unseen) throw invalid(`muted[${muted.indexOf(unseen)}]`, 'must be a resource that the caller may read')
}

export const updatePreferences = endpoint('PUT /lms/notifications/preferences', {
  summary: 'Update the caller’s notification preferences',
  isFunction: true,
  description:
    '`types` and `muted` replace the previous values. Notifications that are neither shown in the ' +
    'application nor emailed are not stored. For a muted resource, the caller is still notified of ' +
    'mentions of the caller, tasks and tickets assigned to the caller, files shared with the caller, new ' +
    'memberships, due tasks and reviews, and generated courses of the caller.',
  isPersonal: true,
  body: updateOf(PreferencesInput, Preferences),
  response: Preferences,
  problems: [changedProblem(preferences.name)],
  handle: async ({ actor, body, ifMatch }) => {
    const { types, muted: wanted, ...others } = body
    const changes = {
      ...others,
      types: types && storedTypes(types),
      muted: wanted && distinctRefs(wanted),
    }
    const changed = await changePreferences(
      actor.id,
      async ({ muted }) => {
        if (wanted) await requireVisible(actor, wanted, muted)
        return changes
      },
      ifMatch,
    )
    return presentPreferences(changed)
  },
})
