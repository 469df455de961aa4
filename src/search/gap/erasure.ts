import type { Item } from '../../platform/table/operation.ts'
import { gapMarks, loadDigests } from './gap.ts'

/** Returns true for a row that may count the searches of any person. */
export const isGapMark = ({ pk, sk }: Item): boolean => pk.startsWith('gap#') && sk.startsWith('mark#')

/** Removes the row if its mark is the digest of the person. */
export const eraseGapMark = async (item: Item, person_id: string): Promise<'removed' | undefined> => {
  const mark = gapMarks.read(item)
  const { ofPerson } = await loadDigests()
  if (mark.mark !== ofPerson(mark.gap, person_id)) return undefined
  await gapMarks.remove(mark)
  return 'removed'
}
