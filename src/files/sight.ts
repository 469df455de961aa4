import type { Actor } from '../platform/actor.ts'
import { readList } from '../platform/list.ts'
import { attachments, type AttachedTo } from './attachment.ts'

/** Whether somebody may see the thing, and the file is attached to it still. Each area has its own. */
type Sees = (actor: Actor, thing_id: string, file_id: string) => Promise<boolean>

const sights: Partial<Record<AttachedTo, Sees>> = {}

/** So many things that a file is attached to are looked at. */
const mostLookedAt = 100

/** Whether somebody may see a thing that the file is attached to, and so read the file. */
export const isSeenAttached = async (actor: Actor, file_id: string): Promise<boolean> => {
  const { items } = await readList(attachments.in('ofFile', { file_id }), { limit: mostLookedAt })
  const seen = await Promise.all(
    items.map(({ type, thing_id }) => sights[type as AttachedTo]?.(actor, thing_id, file_id) ?? false),
  )
  return seen.includes(true)
}
