import type { Actor } from '../../platform/identity/actor.ts'
import { forPeople } from '../../platform/resource.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { readList } from '../../platform/table/list/list.ts'
import { attachments } from './attachment-row.ts'
import { maxCountedAttachments, maxNamedAttachments } from './response.ts'
import { presentFile, type StoredFile } from './file.ts'

/** Reads the attachment rows of a file, in parallel with the file. */
const readAttachments = async (file_id: string) =>
  (await readList(attachments.in('ofFile', { file_id }), { limit: maxCountedAttachments })).items

type Rows = Awaited<ReturnType<typeof readAttachments>>

/**
 * Returns the number of attachments of a file and the resources that its owner can see; null if the caller is not the
 * owner.
 */
const loadAttachedTo = async (actor: Actor, { id, owner }: StoredFile, rows: Rows) => {
  if (owner.id !== actor.id) return null
  const named = rows.slice(0, maxNamedAttachments).map(({ type, thing_id }) => ({ type, id: thing_id }))
  const views = await loadResources(actor, named)
  // the response schema reduces views to links
  const items = views.flatMap((view) => (view?.file_ids?.includes(id) ? [forPeople(view)] : []))
  return { count: rows.length, items }
}

/** Returns a file for a response about this file alone; reads its attachments while the file is loading. */
export const presentWhole = async (actor: Actor, id: string, loading: Promise<StoredFile>) => {
  const reading = awaitLater(readAttachments(id))
  const file = await loading
  return { ...presentFile(file), attached_to: await loadAttachedTo(actor, file, await reading) }
}
