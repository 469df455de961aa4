import { historyEntries } from '../../src/platform/history/entry.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { call } from '../support/call.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

interface Change {
  id: string
  action: string
}

export const undo = (as: SignedIn, { id }: Pick<Change, 'id'>, body?: object) =>
  call(undoChange, { as, params: { id }, body })

/** Returns the newest changes by a person, once history is complete. */
export const changesBy = async (person: SignedIn): Promise<Change[]> => {
  await settle()
  const { items } = await readList(historyEntries.in('ofActor', { actor_id: person.id }), { limit: 20 })
  return items as Change[]
}

/** Returns the newest change of this kind by a person. */
export const changeOf = async (person: SignedIn, action: string): Promise<Change> => {
  const found = (await changesBy(person)).find((change) => change.action === action)
  if (!found) throw new Error(`Nothing is known of "${action}".`)
  return found
}
