import { describe, expect, test } from 'vitest'
import { readKnownWords } from '../../infra/style/known-words.ts'
import { refusedWordLists } from '../../infra/style/word-lists.ts'

const known = readKnownWords()
const refusals = (line: string) => refusedWordLists('src/a.ts', `const a = ${line}\n`, known)

describe('The check of word lists', () => {
  test.each([
    ['an array', "['montag', 'einmal', 'zweimal', 'dreimal', 'bestellen', 'kaufen', 'senden']"],
    ['words in a string', "'aber oder auch'"],
    ['alternatives in a pattern', '/^(?:combien|quand|pourquoi)/u'],
    ['a template', '`${a}|deux|trois|quatre`'],
    ['words in another script', '/сколько|когда|где/u'],
  ])('refuses %s', (_, line) => {
    expect(refusals(line)).toHaveLength(1)
  })

  test('names the line and the words', () => {
    expect(refusals("\n  'aber oder auch'")).toEqual([
      'src/a.ts:2 lists "aber oder auch …"; words of languages are in src/language/words.',
    ])
  })

  test.each([
    ['a sentence', "'Bitte melden Sie sich an.'"],
    ['English words', "['page', 'file', 'course', 'task']"],
    ['language tags', "['en', 'de', 'fr', 'es']"],
    ['a path', "'./page/revision/revision.ts'"],
    ['a pattern of characters', String.raw`/^[\da-f]{8}(-[\da-f]{4}){3}$/`],
  ])('accepts %s', (_, line) => {
    expect(refusals(line)).toEqual([])
  })
})
