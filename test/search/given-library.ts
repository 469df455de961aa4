import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeRef } from '../../src/assistants/assistant/knowledge-ref.ts'
import type { Passage } from '../../src/models/passage.ts'
import { findPassages } from '../../src/search/retrieval.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

/** Packages whose README every installation of the service has. */
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

/** A space of `as` with the READMEs of some packages, a page each. */
export const givenLibrary = async (as: SignedIn) => {
  const space = await givenSpace(as, { name: 'Packages' })
  const documents = packages.flatMap(readmeOf)
  for (const document of documents) await givenPage(as, space, document)
  return { space, titles: documents.map(({ title }) => title) }
}

/** What somebody gets to read about a question. */
export const ask = (asker: SignedIn, question: string, within?: KnowledgeRef[]): Promise<Passage[]> =>
  findPassages(asker, question, within)

/** The titles of what was found, each once, best first. */
export const titlesOf = (passages: Passage[]): string[] => [...new Set(passages.map(({ title }) => title))]
