import { text as readText } from 'node:stream/consumers'
import { readObject } from '../platform/aws/s3.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import type { FoundDocument } from '../platform/search/definition.ts'
import type { Document, DocumentKey } from '../platform/search/index/document.ts'

/** So much of a text is indexed, in UTF-16 code units: at most what a request or a file's text may have. */
const maxCharacters = 10 * 1024 ** 2

const textOf = async ({ text }: FoundDocument): Promise<string> => {
  if (typeof text === 'string') return text
  const object = await readObject(text.object)
  // it goes when another takes its place, which is a change of its own
  return object === undefined || object === 'unsatisfiable' ? '' : readText(object.body)
}

/** The document of a thing as it is now, with its whole text; undefined when there is none any more. Throws 503. */
export const loadDocument = async (key: DocumentKey): Promise<Document | undefined> => {
  const found = await (await searchDefinitionOf(key.type)).document(key.id)
  if (!found) return undefined
  return { ...key, ...found, text: (await textOf(found)).slice(0, maxCharacters).toWellFormed() }
}
