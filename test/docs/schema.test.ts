import { describe, expect, test } from 'vitest'
import * as zod from 'zod'
import { toExample } from '../../infra/openapi/example.ts'
import { schemaBook } from '../../infra/openapi/schema/schema.ts'
import { id, Person, timestamp } from '../../src/platform/schema/fields.ts'
import { queryInteger } from '../../src/platform/schema/list-fields.ts'
import * as z from '../../src/platform/schema/schema.ts'

const answered = (schema: z.ZodType) => schemaBook().schemaOf(schema, 'output')
const asked = (schema: z.ZodType) => schemaBook().schemaOf(schema, 'input')

describe('a schema of the OpenAPI document', () => {
  test('contains a format instead of its pattern', () => {
    const schema = asked(z.object({ id }))

    expect(schema.properties?.['id']).toEqual(expect.objectContaining({ type: 'string', format: 'uuid' }))
    expect(schema.properties?.['id']).not.toHaveProperty('pattern')
  })

  test('keeps a pattern that no format expresses', () => {
    expect(asked(z.string().regex(/^[A-Z]+$/))).toMatchObject({ pattern: '^[A-Z]+$' })
  })

  test('omits the backslashes that only a JavaScript literal needs from a pattern', () => {
    expect(asked(z.string().regex(/^\w+\/\w+$/))).toMatchObject({ pattern: String.raw`^\w+/\w+$` })
  })

  test('marks a time even if it may be null', () => {
    expect(answered(timestamp)).toMatchObject({ type: 'string', format: 'date-time' })
    expect(answered(timestamp.nullable())).toMatchObject({ type: ['string', 'null'], format: 'date-time' })
  })

  test('includes null in the values of an enum', () => {
    const schema = answered(z.enum(['low', 'high']).nullable())

    expect(schema).toEqual({ type: ['string', 'null'], enum: ['low', 'high', null] })
  })

  test('contains the type and limits of a number in a query', () => {
    expect(answered(queryInteger(1, 100))).toEqual({ type: 'integer', minimum: 1, maximum: 100 })
  })

  test('contains defaults and strictness in requests, not in responses', () => {
    const schema = z.strictObject({ status: z.string().default('open') })

    expect(asked(schema)).toEqual({
      type: 'object',
      properties: { status: { type: 'string', default: 'open' } },
      additionalProperties: false,
    })
    expect(answered(schema)).toEqual({
      type: 'object',
      properties: { status: { type: 'string' } },
      required: ['status'],
    })
  })

  test('leaves fields alone whose names are keywords', () => {
    const schema = answered(z.object({ pattern: z.string(), default: z.string(), minimum: z.int() }))

    expect(Object.keys(schema.properties ?? {})).toEqual(['pattern', 'default', 'minimum'])
  })

  test('appears once among the components if it has a name', () => {
    const book = schemaBook()

    const schema = book.resolved(
      book.schemaOf(z.object({ owner: Person, others: z.array(Person) }), 'output'),
    )

    expect(schema.properties?.['owner']).toEqual({ $ref: '#/components/schemas/Person' })
    expect(schema.properties?.['others']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Person' },
    })
    expect(Object.keys(book.components())).toEqual(['Person'])
  })

  test('gets two names if it differs between request and response', () => {
    const Level = z.object({ level: z.int().default(1) }).meta({ id: 'TestLevel' })
    const Kind = z.enum(['a', 'b']).meta({ id: 'TestKind' })
    const book = schemaBook()
    const schema = z.object({ level: Level, kind: Kind })

    const input = book.schemaOf(schema, 'input')
    book.schemaOf(schema, 'output')

    expect(book.resolved(input).properties).toEqual({
      level: { $ref: '#/components/schemas/TestLevelInput' },
      kind: { $ref: '#/components/schemas/TestKind' },
    })
    expect(Object.keys(book.components())).toEqual(['TestKind', 'TestLevel', 'TestLevelInput'])
  })

  test('fails if it contains itself and has no name', () => {
    interface Tree {
      children: Tree[]
    }
    const Tree: zod.ZodType<Tree> = zod.object({
      get children() {
        return zod.array(Tree)
      },
    })

    expect(() => answered(Tree)).toThrow('needs .meta({ id })')
  })
})

describe('an example', () => {
  test('contains the required fields and those with an example of their own', () => {
    const schema = asked(
      z.strictObject({
        space_id: id,
        title: z
          .string()
          .min(1)
          .meta({ examples: ['Handbook'] }),
        text: z.string().min(12),
        kind: z.enum(['page', 'folder']),
        tags: z
          .array(z.string())
          .optional()
          .meta({ examples: [['guide']] }),
        position: z.int().optional(),
        version: z
          .unknown()
          .optional()
          .meta({ readOnly: true, examples: [3] }),
      }),
    )

    const example = toExample(schema, {})

    expect(example).toEqual({
      space_id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
      title: 'Handbook',
      text: expect.stringMatching(/^.{12,}$/),
      kind: 'page',
      tags: ['guide'],
    })
  })
})
