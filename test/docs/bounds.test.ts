import { expect, test } from 'vitest'
import { missingBounds } from '../../infra/openapi/bounds.ts'
import { referenceTo, type Components } from '../../infra/openapi/components.ts'

test('An array of an answer without a bound is named by its operation and its field', () => {
  const words = { type: 'array', items: { type: 'string' } } as const
  const schemas: Components = {
    Page: { properties: { tags: { ...words, maxItems: 20 }, parts: { maxItems: 9, ...listOf('Part') } } },
    Part: { properties: { words: { ...words, type: ['array', 'null'] as unknown as 'array' } } },
    PageInput: { properties: { words } },
  }
  const json = (name: string) => ({ content: { 'application/json': { schema: referenceTo(name) } } })
  const post = { requestBody: json('PageInput'), responses: { 201: json('Page') } }

  expect(missingBounds({ paths: { '/pages': { post } }, components: { schemas } })).toEqual([
    'POST /pages: the array Part.words has no "maxItems".',
  ])
})

const listOf = (name: string) => ({ type: 'array', items: referenceTo(name) }) as const
