import { trashDefinitions } from '#generated/trash-definitions.ts'
import type { TrashDefinition } from './definition.ts'

/**
 * Trash definitions of all areas, by type. They are separate from the resources because they import code that restores
 * and deletes, which read-only functions do not need.
 */
const known: Readonly<Record<string, () => Promise<TrashDefinition>>> = trashDefinitions

/** Returns the trash definition of a type; throws an Error if there is none, which is a bug. */
export const trashDefinitionOf = async (type: string): Promise<TrashDefinition> => {
  const load = known[type]
  if (!load) throw new Error(`Resources of the type "${type}" cannot be moved to the trash.`)
  return load()
}
