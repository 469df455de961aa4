import { problemDocs } from '#docs'
import { createHash } from 'node:crypto'
import { fold } from '../../language/fold.ts'
import { problem } from '../../platform/runtime/problem.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'

const nameDigest = (name: string) =>
  createHash('sha256').update(fold(name).trim().replace(/\s+/g, ' ')).digest('hex')

/** Reservation of a name for one group, regardless of case, accents and spaces, as long as the item exists. */
export const groupNames = entity({
  name: 'groups.name',
  isInternal: true,
  schema: z.object({ name: z.string() }),
  key: ({ name }: { name: string }) => ({ pk: `group-name#${nameDigest(name)}`, sk: 'group-name' }),
})

export const groupNameTaken = problem('groups.name_taken', 409, {
  wording: (name: string) => `A group named "${name}" already exists.`,
  docs: problemDocs({ meaning: 'Another group has this name.', example: ['Research'] }),
})

/** Returns the write that reserves the name of a group; it fails with 409 if another group has it. */
export const toHoldGroupName = ({ name }: { name: string }): Operation =>
  groupNames.toCreate({ name }, groupNameTaken(name))

/** Returns the writes that move a group's reservation to another name. */
export const toRename = (before: { name: string }, after: { name: string }): Operation[] =>
  nameDigest(before.name) === nameDigest(after.name)
    ? []
    : [toHoldGroupName(after), groupNames.toRemove(before)]
