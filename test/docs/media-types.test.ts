import { describe, expect, test } from 'vitest'
import { rawContent, successContent } from '../../infra/openapi/schema/media-types.ts'
import { schemaBook } from '../../infra/openapi/schema/schema.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { expectDeclaredEvents } from '../support/declared-events.ts'

const base: Spec = { method: 'GET', path: '/reports', summary: 'Read a report' }
const response = z.object({ rows: z.int() })

const contentOf = (spec: Partial<Spec>, status = 200) => {
  const book = schemaBook()
  const content = successContent({ ...base, ...spec }, status, 'Report', book)
  return { content: content && book.resolved(content), components: book.resolved(book.components()) }
}

describe('the media types of a successful response', () => {
  test('contain only JSON for a response schema', () => {
    expect(Object.keys(contentOf({ response }).content ?? {})).toEqual(['application/json'])
  })

  test.each([
    ['text', 'text/csv; charset=utf-8', { 'text/csv': { type: 'string', contentMediaType: 'text/csv' } }],
    [
      'XML',
      'application/xml',
      { 'application/xml': { type: 'string', contentMediaType: 'application/xml' } },
    ],
    [
      'bytes',
      'application/pdf',
      { 'application/pdf': { type: 'string', format: 'binary', contentMediaType: 'application/pdf' } },
    ],
    ['bytes of any type', '*/*', { '*/*': { type: 'string', format: 'binary' } }],
  ])('contain no JSON for %s', (_, type, expected) => {
    const schemas = Object.entries(rawContent(type)).map(([name, { schema }]) => [name, schema])

    expect(Object.fromEntries(schemas)).toEqual(expected)
  })

  test('include alternatives of the handler, each with its own schema', () => {
    const { content } = contentOf({ response, alsoProduces: ['text/csv'] })

    expect(content).toEqual({
      'application/json': { schema: expect.objectContaining({ type: 'object' }) },
      'text/csv': { schema: { type: 'string', contentMediaType: 'text/csv' } },
    })
  })

  test.each([
    ['no content', 204, { response }],
    ['a redirect instead of bytes', 307, { produces: 'application/octet-stream' }],
  ])('do not exist for %s', (_, status, spec) => {
    expect(contentOf(spec, status).content).toBeUndefined()
  })

  test('include a schema for each event of a stream', () => {
    const events = { row: z.object({ row: z.int() }), done: z.object({}) }

    const { content, components } = contentOf({ response, events })

    const schema = { $ref: '#/components/schemas/ReportStreamEvent' }
    expect(content?.['text/event-stream']).toEqual({ schema, 'x-itemSchema': schema })
    expect(components['ReportStreamEvent']?.oneOf).toEqual([
      { $ref: '#/components/schemas/ReportStreamRow' },
      { $ref: '#/components/schemas/ReportStreamDone' },
    ])
    expect(components['ReportStreamRow']).toMatchObject({
      required: ['event', 'id', 'data'],
      properties: { event: { const: 'row' }, data: { properties: { row: { type: 'integer' } } } },
    })
  })
})

describe('the events of a stream in a test', () => {
  const { spec } = createMessage

  test('match the declaration of the endpoint', () => {
    expectDeclaredEvents(spec, [{ event: 'delta', id: '1', data: { text: 'Yes.' } }])
  })

  test.each([
    ['by an event that is not declared', { event: 'thought', id: '1', data: {} }, 'thought is declared'],
    [
      'by a field that is not declared',
      { event: 'delta', id: '1', data: { text: '.', at: 1 } },
      'the data of',
    ],
    ['by a field that is missing', { event: 'error', id: '1', data: {} }, 'detail'],
    ['without an id', { event: 'delta', id: '', data: { text: 'Yes.' } }, 'has an id'],
  ])('fail the test %s', (_, event, reason) => {
    expect(() => expectDeclaredEvents(spec, [event])).toThrow(reason)
  })
})
