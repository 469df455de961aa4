import type { Document, DocumentKey } from '../platform/search/index/document.ts'
import { showThing } from '../platform/search/query/hidden-things.ts'
import { indexPart, type Indexed } from '../platform/search/index/index.ts'
import { syncReferences } from '../platform/search/index/reference-sync.ts'
import { loadDocument } from './document-loading.ts'
import { referencesIn } from './document-references.ts'
import { keepWords } from './trashed-words.ts'

/** A document that is to be indexed, and the ids of what it may lie in the trash with. */
export type WantedDocument = DocumentKey & { trashed_with?: string[] | undefined }

/** A document as it is now; `unchanged` where it lies in the trash and its words are kept. */
const loadOrKeep = async (
  key: DocumentKey,
  trashedWith: string[],
): Promise<Document | 'unchanged' | undefined> => {
  const document = await loadDocument(key)
  if (document || !(await keepWords(key, trashedWith))) return document
  // it may have come back before it was hidden, and then nobody else would show it
  return (await loadDocument(key)) ?? 'unchanged'
}

/** A longer text has enough words that its rows are some hundred writes. */
const maxCharactersOfSmall = 2_000

/** Brings what the index knows of a thing in line with it, as far as that is done at once. */
export const indexThing = async ({
  trashed_with = [],
  ...key
}: WantedDocument): Promise<{ outcome: Indexed; isLarge: boolean }> => {
  let outcome: Indexed = 'done'
  let isLarge = false
  let isKept = false
  await syncReferences(key, async (attempt, known) => {
    let read: { document: Document | undefined } | undefined
    const load = async () => {
      await known
      const found = await loadOrKeep(key, trashed_with)
      isKept = found === 'unchanged'
      read = found === 'unchanged' ? undefined : { document: found }
      return found
    }
    // what was read before the rows of the words were written is what their rows follow from too
    if (attempt === 0) outcome = await indexPart(key, load)
    else await load()
    const { document } = read ?? {}
    isLarge ||= (document?.text.length ?? 0) > maxCharactersOfSmall
    return read && (document ? referencesIn(document) : [])
  })
  if (!isKept && outcome === 'done') await showThing(key)
  return { outcome, isLarge: isLarge || outcome !== 'done' }
}
