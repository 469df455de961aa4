import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Positions of a document's running heads and tables of contents, in points from the top:
 * test/fixtures/pdf-words/left-out.yml.
 */
export type LeftOut = {
  top?: number
  bottom?: number
  contents?: { page: number; from?: number; to?: number }[]
}

const folders = ['../fixtures/pdf-words', '../fixtures/documents', '../lms/corpus']

/** Returns the path of a document by its name, in any folder of documents. */
export const findPdf = (name: string): string => {
  const path = folders
    .map((folder) => join(import.meta.dirname, folder, name))
    .find((candidate) => existsSync(candidate))
  if (path === undefined) throw new Error(`There is no document ${name}.`)
  return path
}
