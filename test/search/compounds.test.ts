import { beforeAll, describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const paragraph = (subject: string) =>
  `${subject} steht im Kalender, und wer dazu eine Frage hat, der meldet sich bitte bei der Leitung des Hauses. ` +
  'Sie hilft dabei gern weiter, auch wenn es einmal etwas länger dauert als gedacht.'

const german = {
  title: 'Rundschreiben',
  content: [
    paragraph('Das Fest'),
    ...Array.from({ length: 30 }, (_, n) => `## Absatz ${n}\n\n${paragraph('Der Termin')}`),
    '## Aus den Abteilungen\n\nDie Donaudampfschifffahrtsgesellschaft bittet um die Reisekostenabrechnungen. ' +
      'Die Gemeinschaftsarbeit und das Urlaubsgeld sind geregelt.',
  ].join('\n\n'),
}
const dutch = {
  title: 'Mededeling',
  content:
    'De arbeidsongeschiktheidsverzekering is door de directie verlengd, en wie daar een vraag over heeft ' +
    'kan die aan het secretariaat stellen. Dat helpt graag verder, ook als het wat langer duurt dan gedacht.',
}

let owner: SignedIn
let stranger: SignedIn
const ids: Record<string, string> = {}

const find = async (q: string, as = owner) => {
  const { body, text, status } = await call(searchEverything, { as, query: { q, types: 'wiki_page' } })
  expect(status, text).toBe(200)
  return body.items
}

beforeAll(async () => {
  ;[owner, stranger] = await Promise.all([signedIn(), signedIn()])
  const space = await givenSpace(owner, { visibility: 'private' })
  for (const [language, page] of Object.entries({ german, dutch }))
    ids[language] = (await givenPage(owner, space, page)).id
  await settle()
})

describe('GET /search for compounds', () => {
  test.each([
    ['german', 'Donau', 'its first part'],
    ['german', 'Dampf', 'a part in its middle'],
    ['german', 'Schifffahrt', 'two parts in its middle'],
    ['german', 'Dampfschiff', 'parts that another word divides'],
    ['german', 'Gesellschaft', 'its last part'],
    ['german', 'Kosten', 'a part in its middle that has an ending'],
    ['german', 'Gesellschaften', 'its last part in the plural'],
    ['german', 'Abrechnung', 'its last part in the singular'],
    ['german', 'Arbeit', 'a last part that ends like a verb'],
    ['german', 'Geld', 'a last part of four letters'],
    ['dutch', 'ongeschiktheid', 'a part in its middle'],
    ['dutch', 'verzekering', 'its last part'],
  ])('finds a compound in %s by %s: %s', async (language, word) => {
    expect((await find(word)).map(({ id }) => id)).toEqual([ids[language]])
  })

  test.each(['Dampfbad', 'Schiffsfahrt', 'Kosmetik'])(
    'does not find a compound by a word that overlaps partly: %s',
    async (word) => {
      expect(await find(word)).toEqual([])
    },
  )

  test.each(['Dampf', 'Gesellschaft'])('marks a compound anywhere in the text: %s', async (word) => {
    const [{ snippet, marks } = { snippet: '', marks: [] }] = await find(word)

    expect(marks.map(([from, to]) => snippet?.slice(from, to))).toEqual([
      'Donaudampfschifffahrtsgesellschaft',
    ])
  })

  test('hides a compound from people who may not read its page', async () => {
    expect(await find('Dampf', stranger)).toEqual([])
  })
})
