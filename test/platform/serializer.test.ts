import { expect, test } from 'vitest'
import { LazySchema } from '../../src/platform/schema/lazy-schema.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { serialize } from '../../src/platform/http/answer/serializer.ts'

const Person = z.object({ id: z.string(), name: z.string() }).meta({ id: 'StrippedPerson' })

const Answer = z
  .object({
    id: z.string(),
    count: z.int().default(0),
    author: Person.nullable(),
    people: z.array(Person).max(3).default([]),
    note: z.string().optional(),
    found: z.union([z.object({ page: Person }), z.object({ task: z.string() })]).optional(),
    notes: z.record(z.string(), Person).optional(),
  })
  .refine(() => true)

const ada = { id: '1', name: 'Ada' }
const known = { ...ada, password_hash: 'x' }

test('omits fields that the schema does not name, at any depth', () => {
  const whole = {
    id: '7',
    secret: 's',
    count: 2,
    author: known,
    people: [known, known],
    found: { page: known, secret: 's' },
    notes: { first: known },
  }

  const answer = serialize(Answer, whole)

  expect(answer).toStrictEqual({
    id: '7',
    count: 2,
    author: ada,
    people: [ada, ada],
    found: { page: ada },
    notes: { first: ada },
  })
})

test('fills in defaults, and omits missing optional fields', () => {
  expect(serialize(Answer, { id: '7', author: null })).toStrictEqual({
    id: '7',
    count: 0,
    author: null,
    people: [],
  })
})

test.each([
  ['a field that must be there', { author: null }],
  ['a field of a part', { id: '7', author: { id: '1' } }],
  ['a plain value where things with fields are known by other means', { id: '7', author: null, notes: [] }],
])('reports %s as missing', (_, given) => {
  expect(() => serialize(Answer, given)).toThrow(/invalid_type/)
})

test('never sends an object as a plain value', () => {
  expect(() => serialize(Answer, { id: known, author: null })).toThrow(/"expected": "string"/)
})

test('does not build the schemas of plain values', () => {
  const broken = new LazySchema(() => {
    throw new Error('was built')
  })

  expect(serialize(z.object({ id: broken as never }), { id: '7' })).toEqual({ id: '7' })
})
