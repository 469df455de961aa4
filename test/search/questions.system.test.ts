import { beforeAll, describe, expect, test } from 'vitest'
import { answer } from '../models/given-question.ts'
import { sequentialTrips } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { ask, givenLibrary, titlesOf } from './given-library.ts'

/** Questions with the page that answers each, and the number of first results that must contain it. */
const questions: [question: string, title: string, within: number][] = [
  ['How do I set a timeout in undici?', 'undici', 1],
  ['Wie vergleiche ich zwei Versionen mit semver?', 'semver', 1],
  ['What is uuid version 7?', 'uuid', 1],
  ['Как распаковать zip архив с помощью yauzl?', 'yauzl', 1],
  ['What does the middy error handler do?', '@middy/http-error-handler', 1],
  ['How do I verify a JWT?', 'jose', 1],
  ['Comment détecter la langue avec tinyld ?', 'tinyld', 1],
  ['How can I extract text from a PDF?', 'unpdf', 1],
  ['如何使用 zod 验证数据?', 'zod', 1],
  ['How do I compute the difference between two texts?', 'diff', 1],
  ['How to run esbuild with a plugin in serverless?', 'serverless-esbuild', 1],
  ['How can I parse XML with a SAX parser?', 'saxes', 3],
  ['Which package parses iCalendar files?', 'ical.js', 3],
  ['¿Cómo puedo leer un archivo YAML?', 'yaml', 3],
  ['Which options does prettier have?', 'prettier', 1],
  ['Hoe vind ik ongebruikte exports met knip?', 'knip', 1],
  ['Jak uruchomić testy w vitest?', 'vitest', 1],
]

let reader: SignedIn

beforeAll(async () => {
  const author = await signedIn()
  reader = await signedIn()
  await givenLibrary(author)
  await settle()
})

describe('findPassages for a question', () => {
  test.each(questions)('answers %s from %s', async (question, title, within) => {
    const passages = await ask(reader, question)

    expect(titlesOf(passages).slice(0, within)).toContain(title)
    expect(passages.length).toBeLessThanOrEqual(8)
    for (const { text, url, id } of passages) {
      expect(text.length).toBeLessThanOrEqual(1_500)
      expect(url).toBe(`http://127.0.0.1:3000/view/wiki_page/${id}`)
    }
    expect((await answer(question, passages)).text).toContain('\n\n> ')
  })

  test.each([
    'How many people live in Paris?',
    'Which football team is best in Spain?',
    'What time does the train to London leave?',
    'Who is the president of the United States?',
    'How do I request vacation days from my manager?',
    'Which database does the billing team use for invoices?',
    'How long does a cat live?',
  ])('quotes no text with only one word of the question: %s', async (question) => {
    const passages = await ask(reader, question)

    expect(passages).not.toEqual([])
    expect((await answer(question, passages)).text).toBe('I found nothing about this in what you may read.')
  })

  test('returns at most three chunks per resource, each under its heading', async () => {
    const passages = await ask(reader, 'How do I set a timeout in undici?')

    const counts = [...Map.groupBy(passages, ({ id }) => id).values()].map(({ length }) => length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
    for (const { headings } of passages) expect(headings).not.toEqual([])
  })

  test.each(['what is it?', 'Und was ist das?', 'Что это?', 'How?', '???', ''])(
    'returns nothing for "%s", which names no subject',
    async (question) => {
      expect(await ask(reader, question)).toEqual([])
    },
  )

  test('returns nothing for an unknown subject', async () => {
    expect(await ask(reader, 'Wovon handelt Quetschkommodenzubehör?')).toEqual([])
  })

  test('finds text deep in a page of 1 MB by its title', async () => {
    const space = await givenSpace(reader)
    const filler = 'The quick brown fox jumps over the lazy dog and goes home again.\n\n'
    const content =
      `# Zebrafish\n\n${filler.repeat(12_000)}\n\n## Feeding\n\nZebrafish eat brine shrimp twice a ` +
      `day.\n\n${filler.repeat(3_000)}`
    await givenPage(reader, space, { title: 'Zebrafish handbook', content })
    await settle()
    const [first] = await ask(reader, 'How often do zebrafish eat shrimp?')

    expect(first?.text).toContain('Zebrafish eat brine shrimp twice a day.')
  })

  test.each([
    'How do I set a timeout in undici?',
    'How do I set keep-alive timeouts, retries, proxies, redirects and interceptors in undici?',
  ])('takes few round trips and a bounded number of calls: %s', async (question) => {
    const { proxy, loaded, end } = await givenTableProxy(() => import('../../src/search/retrieval.ts'))
    const { findPassages } = loaded
    try {
      await findPassages(reader, 'warm up')
      proxy.calls.length = 0
      Object.assign(proxy, { delay: 50, answersTogether: true })

      const passages = await findPassages(reader, question)

      expect(titlesOf(passages)[0]).toBe('undici')
      expect(sequentialTrips(proxy.calls)).toBeLessThanOrEqual(3)
      // two for each of eight words in five kinds, two for each kind, eight texts
      expect(proxy.calls.length).toBeLessThanOrEqual(8 * 5 * 2 + 2 * 5 + 8)
    } finally {
      await end()
    }
  })
})
