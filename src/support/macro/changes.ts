import type { Actor } from '../../platform/identity/actor.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { writeItem } from '../../platform/table/table.ts'
import { requireAssignee } from '../ticket/changes.ts'
import { requireGroup } from '../ticket/ticket-group.ts'
import { macros, type MacroInput, type StoredMacro } from './macro.ts'
import { requireKnownPlaceholders } from './placeholders.ts'

type Fields = z.output<typeof MacroInput>

/**
 * Throws 422 if the changes of a macro name an unknown assignee or group, or its text an unknown placeholder. A macro
 * may keep an assignee who has left and a group that has been deleted.
 */
const requireApplicable = async (
  { text = '', changes = {} }: Changes<Fields>,
  known: Fields['changes'] = {},
): Promise<void> => {
  requireKnownPlaceholders(text)
  const { assignee_id, group_id } = changes
  await Promise.all([
    assignee_id && assignee_id !== known.assignee_id
      ? requireAssignee(assignee_id, 'changes.assignee_id')
      : undefined,
    group_id && group_id !== known.group_id ? requireGroup(group_id, 'changes.group_id') : undefined,
  ])
}

/** Creates a macro; throws 422 for an unknown placeholder, assignee or group. */
export const addMacro = async ({ id, name }: Actor, fields: Fields): Promise<StoredMacro> => {
  await requireApplicable(fields)
  return macros.create(macros.make({ ...fields, created_by: { id, name } }))
}

/** Changes a macro; throws 404, 412, and 422 for an unknown placeholder, assignee or group. */
export const changeMacro = async (id: string, changes: Changes<Fields>, ifMatch: IfMatch) => {
  const macro = await macros.get({ id })
  await requireApplicable(changes, macro.changes)
  return macros.update(macro, changes, ifMatch)
}

/** Deletes a macro; throws 404 and 412. */
export const removeMacro = async (id: string, ifMatch: IfMatch): Promise<void> =>
  macros.modify(await macros.get({ id }), (current) => writeItem(macros.toRemoveRead(current, [], ifMatch)))
