import { getItems } from '../../table/batch/batch-get.ts'
import type { Item, Key } from '../../table/operation.ts'
import { changeSet } from '../../table/set-change.ts'
import type { DocumentKey } from '../index/document.ts'

/**
 * The things whose words stay in the index though nobody may find them, such as what has just been trashed. They are
 * beside the stop words, in an item that each search reads anyway (decision 0016).
 */
export const hiddenIn = (item: Item | undefined): ReadonlySet<string> =>
  (item?.['hidden'] as Set<string> | undefined) ?? new Set()

export const stopsKey: Key = { pk: 'vocabulary#stops', sk: 'all' }

/** Parts of a thing, whose ids end with its own, are hidden with it, all under one name. */
export const hiddenName = ({ type, id }: DocumentKey): string =>
  `${type}#${id.slice(Math.max(0, id.indexOf('#')))}`

/** Every search reads them: of more than this many, some 10 KB, the words are removed at once. */
const maxHidden = 200

export const findHidden = async (): Promise<ReadonlySet<string>> => hiddenIn((await getItems([stopsKey]))[0])

const change = (key: DocumentKey, action: 'ADD' | 'DELETE'): Promise<void> =>
  changeSet(stopsKey, action, 'hidden', [hiddenName(key)])

/** From now on nobody finds the thing. False where too many are hidden already. */
export const hideThing = async (key: DocumentKey): Promise<boolean> => {
  const hidden = await findHidden()
  if (hidden.has(hiddenName(key))) return true
  if (hidden.size >= maxHidden) return false
  await change(key, 'ADD')
  return true
}

/** It is found again by those who may read it, if it has words. */
export const showThing = async (key: DocumentKey): Promise<void> => {
  if ((await findHidden()).has(hiddenName(key))) await change(key, 'DELETE')
}
