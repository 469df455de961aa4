import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pMap from 'p-map'
import { parse } from 'yaml'
import { generateExtractive } from '../../src/models/extractive/answer.ts'
import { citedNumbers } from '../../src/models/citation-prediction.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { findPassagesFor } from '../../src/search/conversation.ts'
import { questionOf } from '../models/given-question.ts'
import { judge, kinds, type Question, type Verdict } from '../models/given-questions.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { inBenchWorld } from './bench-world.ts'
import { consequencesIn } from './consequences.ts'
import type { Outcome } from './outcome.ts'
import { printTable, say } from './table.ts'

/** Page of a folder; `name` is its file name without `.md`. */
interface Page {
  name: string
  title: string
  content: string
}

/** Search query; `first` is the page that must come first, or several if any of them may. */
interface Query {
  q: string
  first: string | string[]
}

/** Question with the name of the page that answers it, or of several such pages. */
type Asked = Omit<Question, 'page'> & { page?: string | string[] }

interface Folder {
  pages: Page[]
  queries: Query[]
  questions: Asked[]
}

/** Number of pages that are created before their consequences run. */
const pagesAtOnce = 8

const toPage = (folder: string, file: string): Page => {
  const text = readFileSync(join(folder, file), 'utf8')
  const [, head = '', content = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const name = file.slice(0, -'.md'.length)
  const { title = name } = (parse(head) ?? {}) as { title?: string }
  return { name, title, content }
}

/**
 * Reads a folder: pages with a title in their front matter in `pages/*.md`, queries in `queries.yml`, and questions in
 * `questions.yml`.
 */
export const readFolder = (folder: string): Folder => {
  const files = readdirSync(join(folder, 'pages')).filter((file) => file.endsWith('.md'))
  const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))
  return {
    pages: files.sort().map((file) => toPage(join(folder, 'pages'), file)),
    queries: read('queries.yml') as Query[],
    questions: read('questions.yml') as Asked[],
  }
}

/** Creates the pages in a space, and returns their names by ID. */
const store = async (as: SignedIn, pages: Page[], settle: () => Promise<void>) => {
  const space = await givenSpace(as)
  const names = new Map<string, string>()
  for (let from = 0; from < pages.length; from += pagesAtOnce) {
    await pMap(pages.slice(from, from + pagesAtOnce), async ({ name, title, content }) => {
      const { id } = (await givenPage(as, space, { title, content })) as { id: string }
      names.set(id, name)
    })
    await settle()
  }
  return names
}

/** Returns the rank of the expected page among the first ten results; 0 if it is not among them. */
const placeOf = async (as: SignedIn, { q, first }: Query, names: Map<string, string>): Promise<number> => {
  const { items } = (await call(searchEverything, { as, query: { q, limit: 10 } })).body
  const wanted = [first].flat()
  return items.findIndex(({ id }: { id: string }) => wanted.includes(names.get(id) ?? '')) + 1
}

const answerOf = async (asker: SignedIn, q: string, names: Map<string, string>) => {
  const passages = await findPassagesFor(asker, [q], [])
  let text = ''
  for await (const part of generateExtractive(questionOf(q, passages)))
    if (part.type === 'text') text += part.text
  const sources = [...citedNumbers(text)].flatMap((number) => {
    const passage = passages[number - 1]
    return passage ? [{ title: names.get(passage.id) ?? '', quote: '' }] : []
  })
  return { text, sources }
}

/** Returns the best verdict on an answer over all pages that answer the question. */
const verdictOf = ({ page, ...question }: Asked, answer: Awaited<ReturnType<typeof answerOf>>): Verdict => {
  const verdicts = [page].flat().map((one) => judge({ ...question, ...(one && { page: one }) }, answer))
  return kinds.find((kind) => verdicts.includes(kind)) as Verdict
}

/** Runs all queries and questions of a folder whose pages are stored. */
export const askAll = async (
  as: SignedIn,
  { queries, questions }: Pick<Folder, 'queries' | 'questions'>,
  names: Map<string, string>,
): Promise<Outcome> => {
  const places = await pMap(queries, (query) => placeOf(as, query, names), { concurrency: 2 })
  const answers = await pMap(questions, ({ q }) => answerOf(as, q, names), { concurrency: 2 })
  const verdicts = questions.map((question, n) => verdictOf(question, answers[n]!))

  printTable(
    'place of the right page',
    ['query', 'place'],
    queries.map(({ q }, n) => [q, places[n] ?? 0]),
  )
  for (const [n, { q }] of questions.entries())
    if (verdicts[n] !== 'good') say(`\n${verdicts[n]}: ${q}\n${answers[n]?.text}`)

  const within = (most: number) => places.filter((place) => place >= 1 && place <= most).length
  const count = (kind: Verdict) => verdicts.filter((verdict) => verdict === kind).length
  const score = kinds.map((kind) => `${count(kind)} ${kind}`).join(', ')
  return {
    measured:
      `${within(1)} of ${queries.length} first, ${within(3)} in three; ` +
      `${questions.length} questions: ${score}`,
    isMet: count('wrong') === 0,
  }
}

const flagOf = (flags: string[], name: string) =>
  flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Runs the queries and questions of a folder, `--folder=…`; does nothing without one. */
export const answers = async (flags: string[]): Promise<Outcome | void> => {
  const folder = flagOf(flags, 'folder')
  if (folder === undefined) return
  return inBenchWorld(async (world) => {
    const { settle } = await consequencesIn(world, 'bench')
    const as = await signedIn()
    const asked = readFolder(folder)
    return askAll(as, asked, await store(as, asked.pages, settle))
  })
}
