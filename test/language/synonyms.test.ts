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
])('a word of %j is called otherwise in its language', (query, word, other) => {
  expect(namesOf(query, word)).toContain(other)
})

test('words that mean something together have what stands for both', () => {
  expect(namesOf('buy a thumb drive', 'thumb')).toContain('usb stick')
})

test('the language is the one that knows most of the words', () => {
  expect(namesOf('die rechnung bezahlen', 'rechnung')).toContain('faktura')
  expect(namesOf('die rechnung bezahlen', 'rechnung')).not.toContain('invoice')
})

test('forms of the word itself and what begins with it are no other names', () => {
  expect(namesOf('change the photo', 'photo')).not.toContain('photograph')
})

test('what the dictionary does not know has no other names', () => {
  expect(namesOf('zyzzyva', 'zyzzyva')).toEqual([])
})
