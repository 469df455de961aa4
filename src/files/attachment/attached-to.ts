import type { Actor } from '../../platform/identity/actor.ts'
import { forPeople } from '../../platform/resource.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { readList } from '../../platform/table/list/list.ts'
import { attachments } from './attachment-row.ts'
import { maxCountedAttachments, maxNamedAttachments } from '../file/response.ts'
import { presentFile, type StoredFile } from '../file/file.ts'

/** The rows of what a file is attached to, in one round trip beside the file. */
const readAttachments = async (file_id: string) =>
  (await readList(attachments.in('ofFile', { file_id }), { limit: maxCountedAttachments })).items

type Rows = Awaited<ReturnType<typeof readAttachments>>

/**
 * What a file is attached to, as its owner may know it: how often, and which things they may see themselves; null for
 * everybody else.
 */
const attachedTo = async (actor: Actor, { id, owner }: StoredFile, rows: Rows) => {
  if (owner.id !== actor.id) return null
  const named = rows.slice(0, maxNamedAttachments).map(({ type, thing_id }) => ({ type, id: thing_id }))
  const views = await loadResources(actor, named)
  // the response schema leaves of a view what a link has
  const items = views.flatMap((view) => (view?.file_ids?.includes(id) ? [forPeople(view)] : []))
  return { count: rows.length, items }
}

/** Returns a file as answers about it alone show it; what it is attached to is read while the file is loaded. */
export const presentWhole = async (actor: Actor, id: string, loading: Promise<StoredFile>) => {
  const reading = awaitLater(readAttachments(id))
  const file = await loading
  return { ...presentFile(file), attached_to: await attachedTo(actor, file, await reading) }
}
