import { describe, expect, test } from 'vitest'
import { refusedDecisions } from '../../infra/style/decisions.ts'

/** Composed, because the check reads this file as code too. */
const cited = (number: string) => `decision ${number}`
const index = '- [0001](0001-requests.md)\n- [0002](0002-answers.md)'
const pages = ['src/decisions/0001-requests.md', 'src/decisions/0002-answers.md']
const cites = (...numbers: string[]) =>
  `\n${numbers.map((number) => `/** So (${cited(number)}). */\n`).join('')}`

describe('the check of decisions', () => {
  test('accepts pages that are listed and cited', () => {
    const code = new Map([
      ['src/a.ts', cites('0001')],
      ['infra/b.ts', cites('0002')],
    ])

    expect(refusedDecisions({ pages, index, code })).toEqual([])
  })

  test('accepts a citation whose number stands on the next line of a comment', () => {
    const code = new Map([['src/a.ts', cites('0001', '0002').replace('decision 0002', 'decision\n * 0002')]])

    expect(refusedDecisions({ pages, index, code })).toEqual([])
  })

  test('refuses a page that is not in the index', () => {
    const code = new Map([['src/a.ts', cites('0001', '0002')]])

    expect(refusedDecisions({ pages, index: '- [0001](0001-requests.md)', code })).toEqual([
      'src/decisions/0002-answers.md is not in the index.',
    ])
  })

  test('refuses a page that no code cites', () => {
    const code = new Map([['src/a.ts', cites('0001')]])

    expect(refusedDecisions({ pages, index, code })).toEqual([
      `src/decisions/0002-answers.md is not cited by code: write "${cited('0002')}" where it surprises.`,
    ])
  })

  test('refuses a citation of a page that does not exist', () => {
    const code = new Map([['src/a.ts', cites('0001', '0002', '0003')]])

    expect(refusedDecisions({ pages, index, code })).toEqual([
      `src/a.ts:4 cites ${cited('0003')}, which does not exist.`,
    ])
  })
})
