import { beforeAll, expect, test } from 'vitest'
import { findPassagesFor } from '../../src/search/conversation.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const holiday = {
  title: 'Vakantie aanvragen',
  content: 'Wie vakantie wil nemen, vraagt dat aan bij de leidinggevende, die het binnen een week goedkeurt.',
}
const rows = {
  title: 'Rijhoogte instellen',
  content: 'De hoogte van een rij wordt met de muis of in het dialoogvenster van het werkblad ingesteld.',
}
const others = ['Bildschirm', 'Tastatur', 'Maus', 'Drucker'].map((title) => ({
  title,
  content: `Der Antrag für ein Gerät wie dieses, ${title}, wird von der Leitung geprüft und dann bewilligt.`,
}))

let reader: SignedIn

beforeAll(async () => {
  reader = await signedIn()
  const space = await givenSpace(reader, { visibility: 'private' })
  await Promise.all([holiday, rows, ...others].map((page) => givenPage(reader, space, page)))
  await settle()
})

const find = async (question: string) => (await findPassagesFor(reader, [question], []))[0]?.title

test.each([
  ['Wie beantrage ich Urlaub?', holiday.title],
  ['How do I request a holiday?', holiday.title],
  ['¿Cómo pido vacaciones?', holiday.title],
  ['Comment définir la hauteur des lignes ?', rows.title],
])('answers %s with the Dutch page that has most of it', async (question, title) => {
  expect(await find(question)).toBe(title)
})
