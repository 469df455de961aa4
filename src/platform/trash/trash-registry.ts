import { trashDefinitions } from '#generated/trash-definitions.ts'
import type { TrashDefinition } from './definition.ts'

/**
 * Those of all areas, by type. They are apart from the resources because they bring what restores and sweeps things,
 * which no function needs that only reads.
 */
const known: Readonly<Record<string, () => Promise<TrashDefinition>>> = trashDefinitions

/** How things of a type are kept in the trash; throws an Error when they are not, which is a mistake of ours. */
export const trashDefinitionOf = async (type: string): Promise<TrashDefinition> => {
  const load = known[type]
  if (!load) throw new Error(`Things of the type "${type}" have no trash.`)
  return load()
}
