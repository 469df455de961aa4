import type { Document, DocumentKey } from '../platform/search/document.ts'
import { indexPart, type Indexed } from '../platform/search/index.ts'
import { syncReferences } from '../platform/search/reference-sync.ts'
import { loadDocument } from './document-loading.ts'
import { referencesIn } from './document-references.ts'

/** Brings what the index knows of a thing in line with it, as far as that is done at once. */
export const indexThing = async (key: DocumentKey): Promise<Indexed> => {
  let outcome: Indexed = 'done'
  await syncReferences(key, async (attempt, known) => {
    let read: { document: Document | undefined } | undefined
    const load = async () => {
      await known
      read = { document: await loadDocument(key) }
      return read.document
    }
    // what was read before the rows of the words were written is what their rows follow from too
    if (attempt === 0) outcome = await indexPart(key, load)
    else await load()
    const { document } = read ?? {}
    return read && (document ? referencesIn(document) : [])
  })
  return outcome
}
