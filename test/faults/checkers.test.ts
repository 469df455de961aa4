import { describe, expect, test } from 'vitest'
import { compared } from './history.ts'
import { violationsOf, type Operation } from './linearizable.ts'

const sent = (word: string, outcome: 'acknowledged' | 'maybe' | 'refused' = 'acknowledged') => ({
  what: 'word',
  sent: word,
  outcome,
})

describe('Comparison of final values with sent ones', () => {
  test('accepts unconfirmed values whether they are present or missing', () => {
    const entries = [sent('a'), sent('b', 'maybe'), sent('c', 'maybe')]

    expect(compared(entries, ['b', 'a'])).toEqual([])
  })

  test.each([
    ['lost', ['b']],
    ['doubled', ['a', 'a']],
    ['doubled', ['a', 'b', 'b']],
    ['invented', ['a', 'c']],
    ['invented', ['a', 'd']],
  ])('reports a %s value in %j', (kind, final) => {
    const entries = [sent('a'), sent('b', 'maybe'), sent('c', 'refused')]

    expect(compared(entries, final).map((violation) => violation.kind)).toEqual([kind])
  })
})

const first = { version: 1, value: 'first' }

/** Returns an operation with start and end: `w2a` wrote version 2 as `a`, `r2a` read it. */
const op = (from: number, to: number, short: string, base?: number): Operation => ({
  kind: short.startsWith('r') ? 'read' : 'write',
  outcome: 'done',
  from,
  to,
  version: Number(short[1]),
  value: short.slice(2),
  base,
})

const without = (outcome: 'refused' | 'maybe', from: number, to: number, value: string, base?: number) =>
  ({ kind: 'write', outcome, from, to, value, base }) as const

describe('History of a versioned resource', () => {
  test.each<[string, Operation[], string[]?]>([
    ['one after the other', [op(0, 1, 'w2a', 1), op(2, 3, 'r2a'), op(4, 5, 'w3b')]],
    ['a read beside a write may see either', [op(0, 9, 'w2a'), op(1, 2, 'r1first'), op(3, 4, 'r2a')]],
    ['a write that nobody knows of is seen', [without('maybe', 0, 1, 'a'), op(2, 3, 'r2a')]],
    ['a write that nobody knows of is passed over', [without('maybe', 0, 1, 'a'), op(2, 3, 'w3b')]],
    ['a write is refused by one beside it', [op(0, 5, 'w2a'), without('refused', 1, 2, 'b', 1)]],
  ])('accepts: %s', (_, operations, kept) => {
    expect(violationsOf(operations, first, kept)).toEqual([])
  })

  test.each<[string, Operation[], RegExp, string[]?]>([
    ['an old read', [op(0, 1, 'w2a'), op(2, 3, 'r1first')], /came after/],
    ['a write below another', [op(0, 1, 'w3b'), op(2, 3, 'w2a')], /came after/],
    ['a version made twice', [op(0, 5, 'w2a'), op(1, 4, 'w2b')], /made twice/],
    ['a write on another than its base', [op(0, 1, 'w2a'), op(2, 3, 'w3b', 1)], /not put on/],
    ['a value that nobody wrote', [op(0, 1, 'w2a'), op(2, 3, 'r2b')], /never written/],
    ['a write that took two versions', [op(0, 1, 'w3a')], /made by nobody/],
    ['a refusal without another', [without('refused', 0, 1, 'a', 1), op(2, 3, 'r1first')], /for nothing/],
    ['a kept value that is another', [op(0, 1, 'w2a')], /is kept as/, ['first', 'b']],
  ])('rejects: %s', (_, operations, why, kept) => {
    expect(violationsOf(operations, first, kept).join()).toMatch(why)
  })
})
