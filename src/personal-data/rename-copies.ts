import { isDeepStrictEqual } from 'node:util'
import { getItems } from '../platform/table/batch/batch-get.ts'
import { isItemTooLarge } from '../platform/table/client.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { equals } from '../platform/table/condition.ts'
import type { Item } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { renamedMentions } from './mentions.ts'
import { cutName, itemParts, withNewName, type NamedPerson } from './denormalized-names.ts'

interface Renaming extends NamedPerson {
  /** Former name in texts that mention the person; undefined if unknown. */
  former_name: string | undefined
}

/** Returns the name to write in texts of an item. */
const nameInTexts = ({ name, former_name, isCut }: Renaming) =>
  isCut && former_name !== undefined ? cutName(name, former_name) : name

/** Returns the parts of an item that name the person differently, with their current and their new values. */
const changedParts = async (item: Item, person: Renaming) => {
  const inTexts = { ...person, name: nameInTexts(person) }
  const texts = await renamedMentions(item, inTexts)
  return itemParts(item)
    .map(({ path, value }) => ({
      path,
      before: value,
      after: withNewName(texts.get(path.join('.')) ?? value, person),
    }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
}

/**
 * Updates the parts of an item that name the person differently, if they are unchanged since they were read; returns
 * true if there are any.
 */
const writeRenamedParts = async (item: Item, person: Renaming): Promise<boolean> => {
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
 * Gives the copies of a person in an item the new name, and returns true if there were any. Only parts with a copy are
 * written, so that no concurrent change gets lost. Version and origin stay, since nobody has changed the resource. If
 * the item has no room for the new name, each copy is shortened to the bytes of the former name.
 */
export const renameCopies = (first: Item, person: Renaming): Promise<boolean> =>
  retryOnConflict(async (attempt) => {
    const item = attempt === 0 ? first : (await getItems([first]))[0]
    if (!item) return false
    return writeRenamedParts(item, person).catch((error: unknown) => {
      if (!isItemTooLarge(error)) throw error
      return writeRenamedParts(item, { ...person, isCut: true })
    })
  })
