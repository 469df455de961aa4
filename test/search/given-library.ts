import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeRef } from '../../src/assistants/assistant/knowledge-ref.ts'
import type { Passage } from '../../src/models/passage.ts'
import { findPassages } from '../../src/search/retrieval.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

/** Packages whose README exists in every installation of the service. */
const packages =
  `@hapi/boom @middy/core @middy/http-error-handler archiver argparse diff esbuild fast-xml-parser
  fauxqs fflate hast-util-from-html hast-util-to-mdast ical.js jose js-yaml knip
  mdast-util-from-markdown mdast-util-to-markdown mdast-util-to-string micromark picomatch prettier
  redoc saxes semver serverless-esbuild serverless-offline tinyld typescript undici unpdf uuid vitest
  yaml yauzl zod`.split(/\s+/)

const modules = join(import.meta.dirname, '../../node_modules')

const readmeOf = (name: string) => {
  for (const file of ['README.md', 'readme.md', 'Readme.md'])
    try {
      return [{ title: name, content: readFileSync(join(modules, name, file), 'utf8') }]
    } catch {
      continue
    }
  return []
}

/** Creates a space of `as` with one page for the README of each package. */
export const givenLibrary = async (as: SignedIn) => {
  const space = await givenSpace(as, { name: 'Packages' })
  const documents = packages.flatMap(readmeOf)
  for (const document of documents) await givenPage(as, space, document)
  return { space, titles: documents.map(({ title }) => title) }
}

/** Returns the passages that a person may read about a question. */
export const ask = (asker: SignedIn, question: string, within?: KnowledgeRef[]): Promise<Passage[]> =>
  findPassages(asker, question, within)

/** Returns the titles of the passages without duplicates, best first. */
export const titlesOf = (passages: Passage[]): string[] => [...new Set(passages.map(({ title }) => title))]
