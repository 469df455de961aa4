import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { phrases } from '../../src/models/extractive/phrases.ts'

/** A question with the expectations of its answer, as described at the top of questions/by-newcomer.yml. */
export interface Question {
  q: string
  id?: string
  after?: string
  page?: string
  must?: string[]
  must_not?: string[]
  nothing?: true
  action?: true
}

/** An answer as a client gets it. */
export interface Answer {
  text: string
  sources: { title: string; quote: string }[]
}

export const kinds = ['good', 'half', 'missed', 'wrong'] as const

/**
 * - good: it is presented as found, quotes the page, and contains everything that a good answer needs; or it rightly
 *   says that nothing was found, or that it can only search for information
 * - half: some of that, or all of it presented as the closest
 * - missed: nothing was found, or something else is presented as the closest
 * - wrong: something else is presented as found
 */
export type Verdict = (typeof kinds)[number]

const root = join(import.meta.dirname, '../..')
const readYaml = (file: string) => parse(readFileSync(join(root, file), 'utf8'))

export const readQuestions = (by: string): Question[] => readYaml(`test/models/questions/by-${by}.yml`)

export interface Page {
  title: string
  content: string
  language: string
}

/** Packages whose READMEs the assistant knows beside the pages of the company, some of them only to mislead it. */
const packages =
  `@aws-sdk/credential-providers @hapi/boom @hapi/wreck acorn ajv argparse avvio fastq semver`.split(/\s+/)

/** Returns the pages that the questions are about. */
export const readPages = (): Page[] => {
  const handbook: { pages: Page[] } = readYaml('infra/local/demo/handbook.yml')
  const fixtures = ['en', 'de', 'fr', 'es'].flatMap((language) =>
    (readYaml(`test/fixtures/pages/${language}.yml`) as Page[]).map((page) => ({ ...page, language })),
  )
  const readmes = packages.map((title) => {
    const content = readFileSync(join(root, 'node_modules', title, 'README.md'), 'utf8')
    return { title, content, language: 'en' }
  })
  return [...handbook.pages.map((page) => ({ ...page, language: 'en' })), ...fixtures, ...readmes]
}

const frames = Object.values(phrases)

export const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Returns the quotations of an answer, without their marks and sources. */
export const quotesOf = (text: string): string[] =>
  (text.match(/(?:^>.*\n?)+/gm) ?? []).map((block) =>
    block
      .replaceAll(/^> ?/gm, '')
      .replace(/(?:”|\n\n|\n)? ?\[\d+\] \[(?:[^\\\]]|\\.)*\]\([^)]*\)/, '')
      .replace(/^“/, '')
      .trim(),
  )

const judgeRefusal = ({ nothing, must_not = [] }: Question, { text, sources }: Answer): Verdict => {
  if (frames.some(({ found }) => text.startsWith(found))) return 'wrong'
  if (must_not.some((part) => text.includes(part))) return 'wrong'
  const isSaid = frames.some(({ about, ...own }) =>
    [text, text.replace(`\n\n${about}`, '')].includes(nothing ? own.nothing : own.lookupOnly),
  )
  return isSaid && sources.length === 0 ? 'good' : 'half'
}

export const judge = (question: Question, answer: Answer): Verdict => {
  if (question.nothing || question.action) return judgeRefusal(question, answer)
  const { page, must = [], must_not = [] } = question
  const quoted = onOneLine(quotesOf(answer.text).join('\n\n'))
  const isFound = frames.some(({ found }) => answer.text.startsWith(found))
  const met = must.filter((part) => quoted.includes(onOneLine(part))).length
  const isMisled = must_not.some((part) => quoted.includes(onOneLine(part)))
  if (isFound && (met === 0 || isMisled)) return 'wrong'
  const isAll = met === must.length && answer.sources.some(({ title }) => title === page)
  if (isFound && isAll) return 'good'
  return met > 0 ? 'half' : 'missed'
}
