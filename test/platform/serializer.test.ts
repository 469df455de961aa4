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

test('what a schema does not name is not sent, however deep it is and whatever it is in', () => {
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

test('what is missing gets its default, or is left out when it may be', () => {
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
])('%s is reported missing', (_, given) => {
  expect(() => serialize(Answer, given)).toThrow(/invalid_type/)
})

test('an object never goes out as a plain value', () => {
  expect(() => serialize(Answer, { id: known, author: null })).toThrow(/"expected": "string"/)
})

test('the schemas of plain values are not even built', () => {
  const broken = new LazySchema(() => {
    throw new Error('was built')
  })

  expect(serialize(z.object({ id: broken as never }), { id: '7' })).toEqual({ id: '7' })
})
