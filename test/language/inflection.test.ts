import { expect, test } from 'vitest'
import { fold } from '../../src/language/fold.ts'
import { derivedForms, likeness } from '../../src/language/inflection.ts'

test.each([
  ['traduire', 'traduction'],
  ['impression', 'imprimer'],
  ['impresiones', 'imprimir'],
  ['proteger', 'proteccion'],
  ['description', 'describe'],
])('%s has the derived form %s', (word, other) => {
  expect(derivedForms(word)).toContain(other)
})

test.each(['limit', 'gebruiker', 'generate', 'tension'])('%s has no derived form', (word) => {
  expect(derivedForms(word)).toEqual([])
})

test.each([
  ['rapporteren', 'rapporteer'],
  ['maakt', 'maken'],
  ['vraagt', 'vragen'],
  ['leeft', 'leven'],
  ['huis', 'huizen'],
  ['schrijft', 'schrijven'],
])('%s and %s count as forms of one word in spite of the long vowel', (word, form) => {
  expect(likeness(word, form)).toBeGreaterThan(0.5)
})

test.each([
  ['ежегодный', 'ежегодного'],
  ['последний', 'последнего'],
  ['важливий', 'важливого'],
  ['щорічний', 'щорічного'],
])('%s and %s count as forms of one word, also without marks', (word, form) => {
  expect(likeness(word, form)).toBeGreaterThan(0.5)
  expect(likeness(fold(word), fold(form))).toBeGreaterThan(0.5)
})

test('"used" counts as a form of "use"', () => {
  expect(likeness('used', 'use')).toBeGreaterThan(0.5)
})

test.each([
  ['room', 'rom'],
  ['tellen', 'teel'],
  ['use', 'user-defined'],
])('%s and %s do not count as forms of one word', (word, form) => {
  expect(likeness(word, form)).toBe(0)
})
