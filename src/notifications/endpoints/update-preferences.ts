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
  if (unseen) throw invalid(`muted[${muted.indexOf(unseen)}]`, 'must be a thing that the caller may see')
}

export const updatePreferences = endpoint('PUT /lms/notifications/preferences', {
  summary: 'Choose which notifications reach the caller, and how',
  isFunction: true,
  description:
    '`types` and `muted` replace what was there. News that are neither in the application nor mailed are not kept. ' +
    'A muted thing still tells of what speaks to the caller alone: that they were mentioned, were assigned a task or ' +
    'a ticket, were given a file or made a member, have a task or a review that is due, or that a course of theirs ' +
    'was generated.',
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
