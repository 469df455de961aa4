import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { transact } from '../../platform/table/table.ts'
import { changeShared, toTrashShared, type SharedChanges } from '../../platform/sharing/shared-writes.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { defaultModel } from '../../models/configured-models.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { findHolders, withNames } from '../../platform/identity/members.ts'
import { requireAssistantManager, requireAssistantEditor } from './access.ts'
import { assistants, type NewAssistant, type StoredAssistant } from './assistant.ts'
import { filterReadable, requireChoices } from './choices.ts'
import { sharedAssistants } from './share.ts'

/** Creates an assistant of the caller. Throws 422 that names a field that they may not choose. */
export const addAssistant = async (
  owner: Actor,
  { grants: listed, model_id: chosen, ...fields }: z.output<typeof NewAssistant>,
): Promise<StoredAssistant> => {
  const [people, readable, model_id] = await Promise.all([
    findHolders(listed),
    filterReadable(owner, fields.knowledge),
    chosen ?? defaultModel().then(({ id }) => id),
  ])
  const grants = withNames('grants', listed, people)
  const assistant = assistants.make({ ...fields, model_id, grants, owner })
  await requireChoices(owner, assistant, readable)
  await transact([assistants.toCreate(assistant), ...sharedAssistants.rows.toSync(undefined, assistant)])
  return assistant
}

/** Returns a comparable form of the visibility and the grants, regardless of order and names. */
const comparableSharing = ({ visibility, grants }: Pick<StoredAssistant, 'visibility' | 'grants'>) =>
  JSON.stringify([
    visibility,
    grants.map(({ user_id, group_id, permission }) => `${user_id ?? group_id} ${permission}`).sort(),
  ])

/**
 * Changes an assistant. Throws 403 if the caller may not edit it or may not change its sharing, 422 that names a field
 * that they may not choose, and 412.
 */
export const changeAssistant = (
  actor: Actor,
  id: string,
  sent: SharedChanges<StoredAssistant>,
  ifMatch: IfMatch,
): Promise<StoredAssistant> => {
  const readable = awaitLater(filterReadable(actor, sent.knowledge))
  return changeShared(sharedAssistants, id, sent, ifMatch, {
    require: (assistant) => requireAssistantEditor(actor, assistant),
    complete: async (changes, current) => {
      const { thing } = assistants.toUpdate(current, changes)
      if (comparableSharing(thing) !== comparableSharing(current)) requireAssistantManager(actor, current)
      await requireChoices(actor, thing, await readable, current)
      return changes
    },
  })
}

/**
 * Moves an assistant to the trash, so that nobody can use it. Throws 403 unless the caller is its owner or an
 * administrator, 412.
 */
export const removeAssistant = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> => {
  const first = requireAssistantManager(actor, await assistants.find({ id }))
  await assistants.modify(first, async (current) => {
    requireAssistantManager(actor, current)
    await transact(toTrashShared(sharedAssistants, actor, current, ifMatch))
  })
}
