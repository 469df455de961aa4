import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Paths of all Markdown documents for readers. */
export const documents = globSync(['*.md', '.github/**/*.md', '{src,infra,test}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'test/lms/corpus/**', 'test/fixtures/**'],
}).sort()

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns the command blocks of a document. */
export const blocksOf = (file: string) =>
  [...textOf(file).matchAll(/^```(?:sh|bash)\n(.*?)^```$/gms)].map(([, block]) => block as string)
