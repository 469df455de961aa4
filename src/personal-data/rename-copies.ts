import { isDeepStrictEqual } from 'node:util'
import { renamedTitle } from '../notifications/renaming.ts'
import { environment } from '../platform/runtime/environment.ts'
import { getItems } from '../platform/table/batch-get.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { equals, toUpdateExpression } from '../platform/table/expression.ts'
import type { Item } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { renamedMentions } from './mentions.ts'
import { partsOf, renamed, type NamedPerson } from './copies.ts'

interface Renaming extends NamedPerson {
  /** What the person was called in texts that mention them; undefined where that is not known any more. */
  former_name: string | undefined
}

/** The parts of an item that name the person otherwise, as they are and as they are to be. */
const changedParts = async (item: Item, person: Renaming) => {
  const title = renamedTitle(item, person)
  const texts = await renamedMentions(item, person)
  const afterOf = (path: string, value: unknown) => {
    if (title !== undefined && path === 'summary.title') return title
    return texts.get(path) ?? renamed(value, person)
  }
  return partsOf(item)
    .map(({ path, value }) => ({ path, before: value, after: afterOf(path.join('.'), value) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
}

/**
 * Gives the copies of a person in an item the new name, and tells whether there were any. Only the parts with a copy
 * are written, if they are as they were read, so nobody's change gets lost; version and origin stay, as
 * nobody has changed the thing.
 */
export const renameCopies = (first: Item, person: Renaming): Promise<boolean> =>
  retryOnConflict(async (attempt) => {
    const item = attempt === 0 ? first : (await getItems([first]))[0]
    const parts = item ? await changedParts(item, person) : []
    if (!item || parts.length === 0) return false
    const change = toUpdateExpression({
      set: parts.map(({ path, after }) => [path, after] as const),
      require: parts.map(({ path, before }) => equals(path, before)),
    })
    const Key = { pk: item.pk, sk: item.sk }
    await writeItem({ write: { Update: { TableName: environment.tableName, Key, ...change } } })
    return true
  })
