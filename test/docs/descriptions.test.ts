import { describe, expect, test } from 'vitest'
import { describeReferences, missingDescriptions } from '../../infra/openapi/schema/descriptions.ts'
import { schemaReference, type Components } from '../../infra/openapi/schema/components.ts'

const text = { type: 'string', description: 'A text.' } as const
const described = 'It says more than its summary, in a whole sentence.'

/** Returns a document with one operation that returns the component `Page`. */
const documentOf = (schemas: Components, operation: object = {}) => {
  const responses = { 200: { content: { 'application/json': { schema: schemaReference('Page') } } } }
  return {
    paths: { '/pages': { get: { description: described, responses, ...operation } } },
    components: { schemas },
  }
}

describe('a missing description', () => {
  test('names the operation and the field', () => {
    const document = documentOf({
      Page: { type: 'object', properties: { id: text, title: { type: 'string' } } },
    })

    expect(missingDescriptions(document)).toEqual([
      'GET /pages: the field "title" of Page has no description.',
    ])
  })

  test('counts once in lists and in components of components', () => {
    const author = { type: 'object', properties: { name: {} } } as const
    const of = (schema: object) => ({ description: 'Some.', ...schema })
    const properties = {
      authors: of({ items: schemaReference('Author') }),
      author: of(schemaReference('Author')),
    }
    const document = documentOf({ Author: author, Page: { type: 'object', properties } })

    expect(missingDescriptions(document)).toEqual([
      'GET /pages: the field "name" of Author has no description.',
    ])
  })

  test('includes operations that repeat their summary, and parameters', () => {
    const operation = { description: 'For everybody.', parameters: [{ name: 'q' }] }

    expect(missingDescriptions(documentOf({}, operation))).toEqual([
      'GET /pages has no description that says more than its summary.',
      'GET /pages: the parameter "q" has no description.',
    ])
  })
})

test('A field without a description gets that of its component', () => {
  const nullable = { anyOf: [schemaReference('Person'), { type: 'null' }] }
  const properties = { author: schemaReference('Person'), editor: nullable } as Components
  const schemas: Components = { Page: { properties }, Person: { description: 'A person.' } }

  describeReferences(schemas)

  expect(properties).toMatchObject({
    author: { description: 'A person.' },
    editor: { description: 'A person.' },
  })
})
