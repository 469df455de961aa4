import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { likeness } from '../../src/language/inflection.ts'
import { loadStem } from '../../src/language/stemmers.ts'
import { splitTokens, wordsOfToken } from '../../src/language/words.ts'
import { prefixStem } from '../../src/platform/search/query/query-words.ts'

const pagesIn = (language: string) =>
  parse(readFileSync(`test/fixtures/pages/${language}.yml`, 'utf8')) as { content: string }[]

test.each(['en', 'de', 'fr', 'es'])('each word of a page finds itself in %s', async (language) => {
  const stemOf = await loadStem(language)
  const words = pagesIn(language).flatMap(({ content }) => splitTokens(content).flatMap(wordsOfToken))

  const lost = new Set(words).values().filter((word) => !stemOf(word).startsWith(prefixStem(word)))

  expect(words.length).toBeGreaterThan(500)
  expect([...lost]).toEqual([])
})

test.each([
  ['en', 'days', 'day'],
  ['en', 'day', 'days'],
  ['en', 'holidays', 'holiday'],
  ['en', 'keys', 'key'],
  ['en', 'surveys', 'survey'],
  ['en', 'companies', 'company'],
  ['en', 'deliveries', 'delivery'],
  ['de', 'kalibrieren', 'kalibrierung'],
  ['de', 'installieren', 'installiert'],
  ['de', 'reparieren', 'reparieren'],
  ['fr', 'installer', 'installation'],
  ['es', 'devoluciones', 'devolucion'],
])('in %s, %s finds %s', async (language, said, form) => {
  const stemOf = await loadStem(language)

  expect(stemOf(form).startsWith(prefixStem(said))).toBe(true)
  expect(likeness(said, form)).toBeGreaterThan(0)
})
