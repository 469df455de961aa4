import type { TrashDefinition } from './definition.ts'

type Definitions = Readonly<Record<string, () => Promise<TrashDefinition>>>

let provided: Definitions | undefined

/**
 * Says which things have a trash (src/trash-definitions.ts), as `provideResources` says which resources there are. They
 * stand apart, since they bring what restores and sweeps things, which no function needs that only reads.
 */
export const provideTrash = (definitions: Definitions): void => {
  provided = definitions
}

/** How things of a type lie in the trash; throws an Error when they do not, which is a mistake of ours. */
export const trashDefinitionOf = async (type: string): Promise<TrashDefinition> => {
  const load = provided?.[type]
  if (!load) throw new Error(`Things of the type "${type}" have no trash.`)
  return load()
}
