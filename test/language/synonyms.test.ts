import { expect, test } from 'vitest'
import { findSynonyms } from '../../src/language/synonyms.ts'

const namesOf = (query: string, word: string) =>
  (findSynonyms(query, [word])[0] ?? []).map((name) => name.join(' '))

test.each([
  ['change the password', 'password', 'passphrase'],
  ['kennwort vergessen', 'kennwort', 'passwort'],
  ['scanner un code-barres', 'ordinateur', 'pc'],
  ['comprar un pendrive', 'pendrive', 'memoria usb'],
  ['foto van de printer', 'foto', 'afbeelding'],
])('a word of %j has a synonym in its language', (query, word, other) => {
  expect(namesOf(query, word)).toContain(other)
})

test('words that form a phrase get the synonyms of the phrase', () => {
  expect(namesOf('buy a thumb drive', 'thumb')).toContain('usb stick')
})

test('the language of a query is the one that knows most of its words', () => {
  expect(namesOf('die rechnung bezahlen', 'rechnung')).toContain('faktura')
  expect(namesOf('die rechnung bezahlen', 'rechnung')).not.toContain('invoice')
})

test('forms of a word and longer words that begin with it are not synonyms', () => {
  expect(namesOf('change the photo', 'photo')).not.toContain('photograph')
})

test('an unknown word has no synonyms', () => {
  expect(namesOf('zyzzyva', 'zyzzyva')).toEqual([])
})
