import { after } from '../platform/dispatcher.ts'
import { indexDocument } from '../platform/search-index.ts'
import { writeBatch } from '../platform/table.ts'
import { affectedBy, memberships, membershipsOf } from './membership.ts'
import { spaces, spaceWords } from './space.ts'

export const reactions = [
  after(spaces, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    const key = { scope: spaceWords, id }
    await indexDocument(
      key,
      after && { ...key, container: id, title: after.name, text: after.description ?? '' },
    )

    // the space as it is now, so that a change that comes late or twice puts nothing back
    const affected = affectedBy(before, after)
    const present = affected.length > 0 ? membershipsOf(await spaces.find({ id })) : new Map()
    await writeBatch(
      affected.flatMap((user_id) => present.get(user_id) ?? []).map(memberships.itemOf),
      affected.flatMap((user_id) =>
        present.has(user_id) ? [] : [memberships.keyOf({ user_id, space_id: id })],
      ),
    )
    return []
  }),
]
