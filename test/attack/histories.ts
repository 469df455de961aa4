import type { SignedIn } from '../support/people.ts'
import type { Attack } from './attack.ts'
import type { Operation } from './contract.ts'
import { asking } from './sending.ts'
import type { Things } from './things.ts'

/** Types of resources with activity, by the prefix of their paths. */
const kinds = {
  task: '/api/v1/task/tasks/',
  wiki_page: '/api/v1/wiki/pages/',
  course: '/api/v1/lms/courses/',
}

/** Number of changes of each type to undo. */
const takenBack = 2

interface Entry {
  id: string
  can_undo: boolean
}

/**
 * Reads the activity of a person's resources, and undoes some changes, and what replies did; `things` includes the
 * changes afterwards.
 */
export const takeBack = async (
  { contract, send, violated, world }: Attack,
  as: SignedIn,
  things: Things,
): Promise<void> => {
  await world.settle()
  const operation = (wanted: string) => contract.operations.find(({ id }) => id === wanted) as Operation
  const list = operation('history_list_activity')
  const undo = operation('undo_undo_change')
  let done = 0
  const undone = async (id: string, dry_run: boolean) => {
    const path = undo.path.replace('{id}', id)
    const answer = await send(asking(undo, path, { as, body: { dry_run } }))
    if (answer.status === 200) done += 1
    things.learn(path)
  }
  for (const [type, beginning] of Object.entries(kinds)) {
    const own = things
      .paths()
      .filter((path) => path.startsWith(beginning) && path.length === beginning.length + 36)
    for (const path of own.slice(0, takenBack)) {
      const query = `resource_type=${type}&resource_id=${path.slice(beginning.length)}`
      const { body, status } = await send(asking(list, `${list.path}?${query}`, { as }))
      const entries = status === 200 ? (body as { items: Entry[] }).items : []
      const [newest] = entries.filter(({ can_undo }) => can_undo)
      for (const dry_run of newest ? [true, false] : []) await undone((newest as Entry).id, dry_run)
    }
  }
  if (done === 0) violated('no change of anything could be taken back')
  const [reply, cancel] = [operation('chats_undo_message'), operation('chats_cancel_message')]
  const messages = things.paths().filter((path) => path.includes('/messages/'))
  for (const path of messages) {
    // cancels a reply that waits for the person, because it could not be undone
    await send(asking(cancel, `${path}/cancel`, { as }))
    await send(asking(reply, `${path}/undo`, { as }))
  }
}
