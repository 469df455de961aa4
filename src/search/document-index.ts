import type { Document, DocumentKey } from '../platform/search/index/document.ts'
import { showThing } from '../platform/search/index/hidden-things.ts'
import { indexPart, type Indexed } from '../platform/search/index/index.ts'
import { syncReferences } from '../platform/search/index/reference-sync.ts'
import { retainIndexTerms } from './trashed-index-terms.ts'
import { linkedIds } from '../platform/http/linked-ids.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { pageType } from '../wiki/page/page.ts'
import { text as readText } from 'node:stream/consumers'
import { readObject } from '../platform/aws/s3.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import type { FoundDocument } from '../platform/search/definition.ts'

/** Maximum length of an indexed text, in UTF-16 code units: the maximum of a request or of a file's text. */
const maxCharacters = 10 * 1024 ** 2

const readDocumentText = async ({ text }: FoundDocument): Promise<string> => {
  if (typeof text === 'string') return text
  const object = await readObject(text.object)
  // the object disappears when another one replaces it, which is a change of its own
  return object === undefined || object === 'unsatisfiable' ? '' : readText(object.body)
}

/** Loads the current document of a resource with its text; undefined if there is none. Throws 503 if S3 fails. */
export const loadDocument = async (key: DocumentKey): Promise<Document | undefined> => {
  const found = await (await searchDefinitionOf(key.type)).document(key.id)
  if (!found) return undefined
  return { ...key, ...found, text: (await readDocumentText(found)).slice(0, maxCharacters).toWellFormed() }
}

/**
 * Returns the references of a resource, except to itself: the pages that its text links to, and its explicit
 * references.
 */
const referencesIn = ({ type, id, text, refers_to = [] }: Document): ResourceRef[] => {
  const linked = linkedIds(pageType, text).map((id) => ({ type: pageType.type, id }))
  return [...refers_to, ...linked].filter((ref) => ref.type !== type || ref.id !== id)
}

/** A document to index, with the IDs of the trash entries that may contain it. */
export type WantedDocument = DocumentKey & { trashed_with?: string[] | undefined }

/** Returns the current document; `unchanged` if it is in the trash and its terms are retained. */
const loadOrKeep = async (
  key: DocumentKey,
  trashedWith: string[],
): Promise<Document | 'unchanged' | undefined> => {
  const document = await loadDocument(key)
  if (document || !(await retainIndexTerms(key, trashedWith))) return document
  // the resource may have been restored before it was hidden, and then nobody else would unhide it
  return (await loadDocument(key)) ?? 'unchanged'
}

/** Maximum length of a small document; the words of a longer text cause hundreds of writes. */
const maxCharactersOfSmall = 2_000

/** Indexes a resource and its references, or a part of them if they are large. */
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
    // the reference rows must come from the same document as the rows of the words
    if (attempt === 0) outcome = await indexPart(key, load)
    else await load()
    const { document } = read ?? {}
    isLarge ||= (document?.text.length ?? 0) > maxCharactersOfSmall
    return read && (document ? referencesIn(document) : [])
  })
  if (!isKept && outcome === 'done') await showThing(key)
  return { outcome, isLarge: isLarge || outcome !== 'done' }
}
