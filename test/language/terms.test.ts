import { expect, test } from 'vitest'
import { extractTerms } from '../../src/language/terms.ts'

const termWords = (question: string) => extractTerms(question).map(({ word }) => word)

test.each([
  ['Wie ändere ich mein Passwort?', ['andere', 'passwort']],
  ['Wie kann ich mein Passwort ändern?', ['passwort', 'andern']],
  ['Wo ist der andere Schlüssel?', ['schlussel']],
  ['¿Qué té hay en la cocina?', ['te', 'cocina']],
  ['Onde posso pôr a chave?', ['por', 'chave']],
])('%s has the terms %j: accents distinguish words from stop words', (question, words) => {
  expect(termWords(question)).toEqual(words)
})

test.each([
  'Welche Regel gilt FÜR Schlüssel?',
  'Welche Regel gilt fu\u0308r Schlüssel?',
  'Welche Regel gilt fur Schlüssel?',
])('%s does not have the term "für" in any spelling', (question) => {
  expect(termWords(question)).toEqual(['regel', 'gilt', 'schlussel'])
})
