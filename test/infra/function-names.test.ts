import { describe, expect, test } from 'vitest'
import { refusedFunctionNames } from '../../infra/style/function-names.ts'

const refusals = (first: string, second: string, file = 'infra/b.ts') =>
  refusedFunctionNames(
    new Map([
      ['src/a.ts', first],
      [file, second],
    ]),
  )

describe('The check of function names', () => {
  test('refuses a function name that two files export', () => {
    expect(refusals('export const read = () => 1', 'export async function read() {}')).toEqual([
      'src/a.ts, infra/b.ts export the function read; a function has its own name.',
    ])
  })

  test('accepts equal names of functions in one file alone, and of values', () => {
    expect(refusals('export const read = () => 1', 'const read = () => 1')).toEqual([])
    expect(refusals('export const limit = 1', 'export const limit = 2')).toEqual([])
  })

  test('accepts the packaged replacement of a module', () => {
    const file = 'src/packaged/a.ts'

    expect(refusals('export const docs = () => 1', 'export function docs() {}', file)).toEqual([])
  })
})
