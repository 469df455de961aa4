import { erasures } from '#generated/erasures.ts'
import type { Erasure, ErasureHandler, KindErasure } from './erasure.ts'

/** Those of all kinds, by type. */
const known: Readonly<Record<string, () => Promise<KindErasure>>> = erasures

/** What becomes of the things of all kinds when a person is erased. */
export const loadErasureHandlers = async (): Promise<ErasureHandler[]> =>
  (await Promise.all(Object.values(known).map((load) => load()))).flatMap(({ handlers }) => handlers)

/** What tells of a thing that a file is attached to whether it shows the file to others than this person. */
export const shownToOthers =
  (person: Erasure['person']): Erasure['isShownToOthers'] =>
  async (type, thing_id, file_id) => {
    const { isShownToOthers } = (await known[type]?.()) ?? {}
    if (!isShownToOthers)
      throw new Error(`Nothing says to whom things of the type "${type}" show their files.`)
    return isShownToOthers(thing_id, person, file_id)
  }
