import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** All documents for readers, by their paths. */
export const documents = globSync(['*.md', '.github/**/*.md', '{src,infra,test}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'test/lms/corpus/**', 'test/fixtures/**'],
}).sort()

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The commands of a document, block by block. */
export const blocksOf = (file: string) =>
  [...textOf(file).matchAll(/^```(?:sh|bash)\n(.*?)^```$/gms)].map(([, block]) => block as string)
