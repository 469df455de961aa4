import { expect, test } from 'vitest'
import { derivedForms, likeness } from '../../src/language/inflection.ts'

test.each([
  ['traduire', 'traduction'],
  ['impression', 'imprimer'],
  ['impresiones', 'imprimir'],
  ['proteger', 'proteccion'],
  ['description', 'describe'],
])('%s is derived from the same as %s', (word, other) => {
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
])('%s is a form of the same word as %s, whose vowel is as long', (word, form) => {
  expect(likeness(word, form)).toBeGreaterThan(0.5)
})

test('used is a form of use', () => {
  expect(likeness('used', 'use')).toBeGreaterThan(0.5)
})

test.each([
  ['room', 'rom'],
  ['tellen', 'teel'],
  ['use', 'user-defined'],
])('%s and %s are no forms of one word', (word, form) => {
  expect(likeness(word, form)).toBe(0)
})
