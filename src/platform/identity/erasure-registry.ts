import { erasures } from '#generated/erasures.ts'
import type { Erasure, ErasureHandler, KindErasure } from './erasure.ts'

const known: Readonly<Record<string, () => Promise<KindErasure>>> = erasures

/** Returns the erasure handlers of all kinds. */
export const loadErasureHandlers = async (): Promise<ErasureHandler[]> =>
  (await Promise.all(Object.values(known).map((load) => load()))).flatMap(({ handlers }) => handlers)

/** Returns a function that tells whether a resource shows its attached file to people other than this person. */
export const shownToOthers =
  (person: Erasure['person']): Erasure['isShownToOthers'] =>
  async (type, thing_id, file_id) => {
    const { isShownToOthers } = (await known[type]?.()) ?? {}
    if (!isShownToOthers) throw new Error(`No rule says who can see the files of the type "${type}".`)
    return isShownToOthers(thing_id, person, file_id)
  }
