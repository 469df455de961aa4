import { describe, expect, test } from 'vitest'
import * as zod from 'zod'
import * as lazy from '../../src/platform/schema/schema.ts'

/** Functions that the shapes below use. */

type Zod = Pick<
  typeof zod,
  | 'string'
  | 'email'
  | 'guid'
  | 'number'
  | 'int'
  | 'boolean'
  | 'unknown'
  | 'literal'
  | 'enum'
  | 'object'
  | 'strictObject'
  | 'looseObject'
  | 'array'
  | 'record'
  | 'union'
  | 'discriminatedUnion'
> & {
  iso: Pick<typeof zod.iso, 'datetime'>
}

/** Schemas like those of the service, by name. */
const shapes: Record<string, (z: Zod) => zod.ZodType> = {
  line: (z) =>
    z
      .string()
      .trim()
      .min(1)
      .max(5)
      .refine((text) => !/\n/.test(text), 'must be one line'),
  address: (z) => z.email().toLowerCase().max(12),
  id: (z) => z.guid().toLowerCase().nullable().default(null),
  time: (z) => z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
  count: (z) =>
    z.string().regex(/^\d+$/, 'must be whole').transform(Number).pipe(z.int().min(1).max(3)).default(2),
  position: (z) =>
    z
      .number()
      .min(-1)
      .max(1)
      .overwrite((number) => Math.round(number) + 0),
  yes: (z) =>
    z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .pipe(z.boolean()),
  list: (z) => z.array(z.union([z.guid(), z.object({ id: z.string() }).transform(({ id }) => id)])).max(3),
  names: (z) => z.record(z.string(), z.int()).default({}),
  news: (z) =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), to: z.string() }),
      z.object({ type: z.literal('b'), at: z.int() }),
    ]),
  strict: (z) => z.strictObject({ a: z.string().optional(), b: z.object({ c: z.unknown() }) }),
  query: (z) =>
    z.strictObject({
      a: z.string().default('x'),
      b: z.int().optional().meta({ title: 'B' }),
      c: z.boolean().nullable().default(null).meta({ title: 'C' }),
      d: z
        .int()
        .min(1)
        .default(2)
        .transform((count) => count + 1),
      e: z
        .int()
        .default(2)
        .refine((count) => count === 1, 'must be 1'),
      type: z.string(),
    }),
  loose: (z) => z.looseObject({ a: z.string().prefault('x') }),
  shorter: (z) =>
    z
      .object({ a: z.string(), b: z.int() })
      .omit({ b: true })
      .extend({ c: z.boolean() })
      .meta({ title: 'Shorter' }),
  ruled: (z) =>
    z
      .object({ a: z.int().optional(), b: z.int().optional() })
      .refine(({ a = 0, b = 0 }) => a <= b, { path: ['b'], message: 'must not be before a' })
      .superRefine(({ a }, context) => {
        if (a === 7) context.addIssue({ code: 'custom', path: ['a'], message: 'must not be 7' })
      }),
}

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: [nested(depth - 1)] })

const values: unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  1,
  2.5,
  -2,
  1e21,
  NaN,
  Infinity,
  '',
  ' ',
  ' x ',
  'x\ny',
  '\ud800',
  '😀😀😀',
  'true',
  '2',
  '9',
  'A@example.com',
  'x@y',
  '01990C1E-7A6B-7C52-9B5E-3C1D0F4E8A11',
  '2026-01-01T00:00:00+02:00',
  '2026-02-30T00:00:00Z',
  '2026-01-01',
  [],
  {},
  [null],
  ['01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11', { id: 'x' }],
  [{ id: 1 }, {}],
  Array(100_000).fill(0),
  { a: 'x', b: { c: null } },
  { a: 1, b: 2 },
  { a: 2, b: 1 },
  { a: 7, b: 9 },
  { a: 'x', c: true },
  { b: {}, d: 1, e: 2 },
  { type: 'a', to: 'x' },
  { type: 'b', to: 'x' },
  { type: 'c' },
  JSON.parse('{"__proto__": {"a": "x"}, "b": {"c": 1}}'),
  { constructor: 1, toString: 2 },
  nested(90),
]

const outcome = (schema: zod.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value, { reportInput: true })
  return success ? { data } : { issues: error.issues }
}

describe.each(Object.entries(shapes))('The schema "%s"', (_, make) => {
  const [ours, theirs] = [make(lazy), make(zod)]

  test('returns the same results and issues as zod', () => {
    expect(values.map((value) => outcome(ours, value))).toEqual(values.map((value) => outcome(theirs, value)))
  })

  test('returns the same for the first value of a process', () => {
    const found = values.map((value) => outcome(make(lazy), value))

    expect(found).toEqual(values.map((value) => outcome(theirs, value)))
  })

  test('does not change its input', () => {
    const before = structuredClone(values)

    for (const value of values) ours.safeParse(value)

    expect(values).toEqual(before)
  })

  test.each(['input', 'output'] as const)('produces the same JSON Schema for its %s', (io) => {
    const params = { io, unrepresentable: 'any' } as const

    expect(lazy.toJSONSchema(ours, params)).toEqual(zod.toJSONSchema(theirs, params))
  })
})

test('rejects changes of the fields of an object with refinements, which would be lost', () => {
  const ruled = lazy.object({ a: lazy.string() }).refine(() => false)

  expect(() => ruled.extend({ b: lazy.string() }).safeParse({})).toThrow(TypeError)
  expect(() => ruled.omit({ a: true }).safeParse({})).toThrow(TypeError)
})
