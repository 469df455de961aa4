import { docs } from '#docs'
import { expect, test } from 'vitest'
import { missingBounds } from '../../infra/openapi/schema/bounds.ts'
import { schemaReference, type Components } from '../../infra/openapi/schema/components.ts'
import type { JsonSchema } from '../../infra/openapi/schema/schema.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { expectBounded } from '../support/declared-bounds.ts'

test('An array without a bound in a response is reported with its operation and field', () => {
  const words = { type: 'array', items: { type: 'boolean' } } as const
  const schemas: Components = {
    Page: { properties: { tags: { ...words, maxItems: 20 }, parts: { maxItems: 9, ...listOf('Part') } } },
    Part: { properties: { words: { ...words, type: ['array', 'null'] } } },
    PageInput: { properties: { words } },
  }
  const json = (name: string) => ({ content: { 'application/json': { schema: schemaReference(name) } } })
  const post = { requestBody: json('PageInput'), responses: { 201: json('Page') } }

  expect(missingBounds({ paths: { '/pages': { post } }, components: { schemas } })).toEqual([
    'POST /pages: the array Part.words has no "maxItems".',
  ])
})

test('Strings and numbers without bounds in a response are reported, including the values of maps', () => {
  const schema = {
    properties: {
      title: { type: 'string' },
      id: { type: 'string', format: 'uuid' },
      kind: { type: 'string', enum: ['page'] },
      name: { type: ['string', 'null'], maxLength: 255 },
      number: { type: 'integer', minimum: 1 },
      share: { type: 'number', maximum: 1 },
      counts: { type: 'object', additionalProperties: { type: ['integer', 'null'] } },
    },
  } as JsonSchema
  const get = { responses: { 200: { content: { 'application/scim+json': { schema } } } } }

  expect(missingBounds({ paths: { '/pages': { get } }, components: { schemas: {} } })).toEqual([
    'GET /pages: the string answer.title has no "maxLength".',
    'GET /pages: the number answer.share has no "minimum".',
    'GET /pages: the integer answer.counts[] has no "minimum".',
  ])
})

test('A response other than JSON needs no bounds', () => {
  const content = { 'text/csv': { schema: { type: 'string' as const } } }
  const get = { responses: { 200: { content } } }

  expect(missingBounds({ paths: { '/audit': { get } }, components: { schemas: {} } })).toEqual([])
})

test('A response beyond its documented bounds fails the test that requested it', () => {
  const name = z.string().meta(docs('A name.', { maxLength: 2 }))
  const page = z.object({ name, tags: z.array(name).meta(docs('Tags.', { maxItems: 1 })) })

  expect(() => expectBounded(page, { name: 'ab', tags: ['a'] })).not.toThrow()
  expect(() => expectBounded(page, { name: 'abc', tags: [] })).toThrow('body.name has another length')
  expect(() => expectBounded(page, { name: '', tags: ['a', 'b'] })).toThrow('body.tags has too many items')
})

const listOf = (name: string) => ({ type: 'array', items: schemaReference(name) }) as const
