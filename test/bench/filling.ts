import { documentItems } from '../../src/platform/search/index/index.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { putItems, type Operation } from '../../src/platform/table/operation.ts'

const surnames = ['Hopper', 'Lovelace', 'Hamilton', 'Perlman', 'Liskov', 'Goldberg', 'Allen', 'Keller']

/** Number of resources with the rare word, regardless of the total; all others have the common one. */
export const rareThings = 20

/** Returns a title; an eighth of all resources share a surname. */
export const titleOf = (index: number) => {
  const surname = surnames[index % surnames.length]
  return `${surname} ${index.toString(36).padStart(5, 'x')} ${index < rareThings ? 'Rarely' : 'Often'}`
}

export const searches = {
  'search, rare word': { q: 'rarely', limit: 50 },
  'search, common word': { q: 'often', limit: 50 },
  'search, prefix of it': { q: 'oft', limit: 50 },
  'search, two words': { q: 'hopper rarely', limit: 50 },
}

/** Creates the resources `from` to `to`, a thousand at a time. */
export const inThousands = async (from: number, to: number, make: (indexes: number[]) => Promise<void>) => {
  for (let first = from; first < to; first += 1_000)
    await make(Array.from({ length: Math.min(1_000, to - first) }, (_, n) => first + n))
}

export const store = (operations: Operation[]) => writeBatch(putItems(operations), [])

/** Makes resources findable by their titles. */
export const index = async (
  scope: string,
  things: { type: string; id: string; title: string; container?: string }[],
) => {
  const documents = things.map((thing) => ({
    container: thing.id,
    ...thing,
    scopes: [scope],
    text: '',
  }))
  await writeBatch((await Promise.all(documents.map(documentItems))).flat(), [])
}
