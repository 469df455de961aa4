import { getItems } from '../../table/batch/batch-get.ts'
import type { Item, Key } from '../../table/operation.ts'
import { changeSet } from '../../table/set-change.ts'
import type { DocumentKey } from './document.ts'

/**
 * Returns the resources whose terms stay in the index although nobody may find them, such as recently trashed ones.
 * They are stored beside the stop words, in an item that each search reads anyway (decision 0016).
 */
export const hiddenIn = (item: Item | undefined): ReadonlySet<string> =>
  (item?.['hidden'] as Set<string> | undefined) ?? new Set()

export const stopsKey: Key = { pk: 'vocabulary#stops', sk: 'all' }

/** Returns the name under which a resource is hidden together with its parts, whose IDs end with its own. */
export const hiddenName = ({ type, id }: DocumentKey): string =>
  `${type}#${id.slice(Math.max(0, id.indexOf('#')))}`

/** Maximum number of hidden resources, about 10 KB: every search reads them. Beyond it, terms are removed at once. */
const maxHidden = 200

export const findHidden = async (): Promise<ReadonlySet<string>> => hiddenIn((await getItems([stopsKey]))[0])

const changeHidden = (key: DocumentKey, action: 'ADD' | 'DELETE'): Promise<void> =>
  changeSet(stopsKey, action, 'hidden', [hiddenName(key)])

/** Hides a resource from all searches. Returns false if too many are hidden already. */
export const hideThing = async (key: DocumentKey): Promise<boolean> => {
  const hidden = await findHidden()
  if (hidden.has(hiddenName(key))) return true
  if (hidden.size >= maxHidden) return false
  await changeHidden(key, 'ADD')
  return true
}

/** Makes a hidden resource searchable again, if it has terms, for people who may read it. */
export const showThing = async (key: DocumentKey): Promise<void> => {
  if ((await findHidden()).has(hiddenName(key))) await changeHidden(key, 'DELETE')
}
