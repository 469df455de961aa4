import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readWordLists } from '../../infra/generation/words.ts'
import { foldedItems, listItems, matchAny, matchFolded } from '../../src/language/word-lists.ts'

const isPattern = (text: string) => {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const pattern = z.string().trim().min(1).refine(isPattern)
const items = z
  .array(pattern)
  .min(1)
  .refine((list) => new Set(list).size === list.length)

const requests = z.strictObject({
  polite: items.optional(),
  verbs: items.optional(),
  asked: z.strictObject({ opening: pattern, verbs: items.optional() }).optional(),
  nouns: items.optional(),
  determiners: items.optional(),
  prepositions: items.optional(),
  questionWords: items.optional(),
  pattern: pattern.optional(),
})

const root = join(import.meta.dirname, '../..')
const source = globSync('src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))

/** Names of the lists that the code imports. */
const names = new Set(source.join('\n').match(/(?<=from '#generated\/words\/)\w+/g))

const schema = z.strictObject(
  Object.fromEntries([...names].map((name) => [name, (name === 'requests' ? requests : items).optional()])),
)

describe('Word lists', () => {
  test.each(readWordLists())('follow the schema in $tag', ({ tag, lists: own }) => {
    expect(tag).toMatch(/^[a-z]{2}$/)
    expect(schema.safeParse(own).error?.issues).toBeUndefined()
  })

  test('keep the items of all languages', () => {
    expect(listItems({ en: 'which\nwhat', nl: 'welke?' })).toEqual(['which', 'what', 'welke?'])
    expect(matchAny({ en: 'which\nwhat', nl: 'welke?' })).toBe('which|what|welke?')
  })

  test('fold words and patterns for folded text, without their escapes', () => {
    const list = { ru: 'какой', de: 'heißt', ja: 'どのくらい(?!\\p{L})\\S\\bÉ' }

    expect(foldedItems(list)).toEqual(['какои', 'heisst', 'とのくらい(?!\\p{L})\\S\\be'])
    expect(matchFolded(list)).toBe(foldedItems(list).join('|'))
  })
})
