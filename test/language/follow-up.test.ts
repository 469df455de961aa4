import { describe, expect, test } from 'vitest'
import { referredTo, refersBack } from '../../src/language/follow-up.ts'

describe('a message', () => {
  test.each([
    'And how do I install it?',
    'Why?',
    'What about sick leave?',
    'How long does it take?',
    'Und bis wann muss ich sie einreichen?',
    'Wie lange gilt das?',
    'Et pour les enfants ?',
    'Combien coûte-t-elle ?',
    '¿Y un palé?',
    '¿Cuánto cuesta eso?',
    'А сколько это стоит?',
  ])('refers back: %s', (message) => {
    expect(refersBack(message)).toBe(true)
  })

  test.each([
    'How do I install acorn?',
    'Is it possible to work from home on Fridays?',
    'Können Sie mir die Reisekosten für Paris nennen?',
    'What does this page say?',
    'Where is the printer of the second floor?',
    'Combien coûte la carte ?',
    '',
  ])('does not refer back: %s', (message) => {
    expect(refersBack(message)).toBe(false)
  })
})

describe('the messages that a message refers back to', () => {
  test.each([
    ['nothing', ['What is acorn?', 'Where is the printer?'], []],
    [
      'the message before',
      ['Where is the printer?', 'What is acorn?', 'And how do I install it?'],
      ['What is acorn?'],
    ],
    [
      'messages that refer back themselves',
      ['What is acorn?', 'How do I install it?', 'Why?'],
      ['What is acorn?', 'How do I install it?'],
    ],
    ['nothing, as the first one', ['And how do I install it?'], []],
    ['nothing, where there is none', [], []],
  ])('include %s', (_, messages, expected) => {
    expect(referredTo(messages)).toEqual(expected)
  })

  test('reach back at most three messages', () => {
    const messages = ['What is acorn?', ...Array.from({ length: 9 }, () => 'Why?')]

    expect(referredTo(messages)).toEqual(['Why?', 'Why?', 'Why?'])
  })
})
