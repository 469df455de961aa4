import { expect, test } from 'vitest'
import { derivedForms } from '../../src/language/inflection.ts'

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
