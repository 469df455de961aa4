import type { Document, DocumentKey } from '../platform/search/index/document.ts'
import { showThing } from '../platform/search/query/hidden-things.ts'
import { indexPart, type Indexed } from '../platform/search/index/index.ts'
import { syncReferences } from '../platform/search/index/reference-sync.ts'
import { keepWords } from './trashed-words.ts'
import { linkedIds } from '../platform/http/linked-ids.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { pageType } from '../wiki/page/page.ts'
import { text as readText } from 'node:stream/consumers'
import { readObject } from '../platform/aws/s3.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import type { FoundDocument } from '../platform/search/definition.ts'

/** So much of a text is indexed, in UTF-16 code units: at most what a request or a file's text may have. */
const maxCharacters = 10 * 1024 ** 2

const textOf = async ({ text }: FoundDocument): Promise<string> => {
  if (typeof text === 'string') return text
  const object = await readObject(text.object)
  // it goes when another takes its place, which is a change of its own
  return object === undefined || object === 'unsatisfiable' ? '' : readText(object.body)
}

/** The document of a thing as it is now, with its whole text; undefined when there is none any more. Throws 503. */
const loadDocument = async (key: DocumentKey): Promise<Document | undefined> => {
  const found = await (await searchDefinitionOf(key.type)).document(key.id)
  if (!found) return undefined
  return { ...key, ...found, text: (await textOf(found)).slice(0, maxCharacters).toWellFormed() }
}

/** What a thing refers to: the pages that its text links to, and what it says by other means; never itself. */
const referencesIn = ({ type, id, text, refers_to = [] }: Document): ResourceRef[] => {
  const linked = linkedIds(pageType, text).map((id) => ({ type: pageType.type, id }))
  return [...refers_to, ...linked].filter((ref) => ref.type !== type || ref.id !== id)
}

/** A document that is to be indexed, and the ids of what it may be in the trash with. */
export type WantedDocument = DocumentKey & { trashed_with?: string[] | undefined }

/** A document as it is now; `unchanged` where it is in the trash and its words are kept. */
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
