import { isDeepStrictEqual } from 'node:util'
import { getItems } from '../platform/table/batch/batch-get.ts'
import { isItemTooLarge } from '../platform/table/client.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { equals } from '../platform/table/condition.ts'
import type { Item } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { renamedMentions } from './mentions.ts'
import { cutName, partsOf, renamed, type NamedPerson } from './copies.ts'

interface Renaming extends NamedPerson {
  /** What the person was called in texts that mention them; undefined where that is not known any more. */
  former_name: string | undefined
}

/** The name that texts of an item get. */
const nameInTexts = ({ name, former_name, isCut }: Renaming) =>
  isCut && former_name !== undefined ? cutName(name, former_name) : name

/** The parts of an item that name the person otherwise, as they are and as they are to be. */
const changedParts = async (item: Item, person: Renaming) => {
  const inTexts = { ...person, name: nameInTexts(person) }
  const texts = await renamedMentions(item, inTexts)
  return partsOf(item)
    .map(({ path, value }) => ({
      path,
      before: value,
      after: renamed(texts.get(path.join('.')) ?? value, person),
    }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
}

/** Writes the parts of an item that name the person otherwise, if they are as they were read; whether there are any. */
const writeParts = async (item: Item, person: Renaming): Promise<boolean> => {
  const parts = await changedParts(item, person)
  if (parts.length === 0) return false
  await writeItem({
    key: { pk: item.pk, sk: item.sk },
    change: { set: parts.map(({ path, after }) => [path, after] as const) },
    require: parts.map(({ path, before }) => equals(path, before)),
  })
  return true
}

/**
 * Gives the copies of a person in an item the new name, and tells whether there were any. Only the parts with a copy
 * are written, so nobody's change gets lost; version and origin stay, as nobody has changed the thing. Where the item
 * has no room for the new name, each copy has what goes into the bytes of the former one.
 */
export const renameCopies = (first: Item, person: Renaming): Promise<boolean> =>
  retryOnConflict(async (attempt) => {
    const item = attempt === 0 ? first : (await getItems([first]))[0]
    if (!item) return false
    return writeParts(item, person).catch((error: unknown) => {
      if (!isItemTooLarge(error)) throw error
      return writeParts(item, { ...person, isCut: true })
    })
  })
