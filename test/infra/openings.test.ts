import { describe, expect, test } from 'vitest'
import { refusedSubjects } from '../../infra/style/commit-subjects.ts'
import { refusedOpenings } from '../../infra/style/openings.ts'

const refusals = (...lines: string[]) => refusedOpenings('src/a.ts', `${lines.join('\n')}\n`)

describe('The check of openings', () => {
  test.each([
    ['a docstring', '/** What a page shows. */', 'const a = 1'],
    ['a wrapped docstring', '/**', ' * Whether a page', ' * is shown.', ' */', 'const a = 1'],
    ['a later paragraph of a docstring', '/**', ' * A page.', ' *', ' * Who reads it.', ' */', 'const a = 1'],
    ['a line comment', '// of others only the newest', 'const a = 1'],
    ['a test name', "test('is refused', () => {})"],
    ['a test name in a table', "test.each([1])('of %s is refused', () => {})"],
  ])('refuses %s', (_, ...lines) => {
    expect(refusals(...lines)).toHaveLength(1)
  })

  test('names the line and the words', () => {
    expect(refusals('const a = 1', '/** How many pages there are. */')).toEqual([
      'src/a.ts:2 opens with "How many pages there are."; begin with the noun, or with the verb of a function.',
    ])
  })

  test.each([
    ['a noun', '/** Maximum number of pages. */', 'const a = 1'],
    ['a verb', '/** Returns the pages that a person may read. */', 'const a = () => []'],
    ['a continued line comment', '// a page', '// of others', 'const a = 1'],
    ['a question word inside a text', 'const a = \'/** What */ test("is it")\''],
    ['a test name with its subject', "test('refuses pages of others', () => {})"],
  ])('accepts %s', (_, ...lines) => {
    expect(refusals(...lines)).toEqual([])
  })
})

test('Subjects of commits are short instructions', () => {
  const long = `fix(wiki): ${'a'.repeat(70)}`

  expect(refusedSubjects(['feat(wiki): restore a revision', 'refactor!: drop a field'])).toEqual([])
  expect(refusedSubjects(['Restore a revision', long, 'fix: who may read is asked'])).toEqual([
    '"Restore a revision" is not a conventional commit: write "fix(wiki): …".',
    `"${long}" has more than 72 characters.`,
    '"fix: who may read is asked" must begin with a verb in the imperative.',
  ])
})
