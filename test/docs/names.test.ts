import { describe, expect, test } from 'vitest'
import { placeSchema, sitesIn, type Components } from '../../infra/openapi/schema/components.ts'
import { describeReadOnly, sayDefaults } from '../../infra/openapi/schema/bodies.ts'
import {
  requestBodyName,
  isListPage,
  schemaNoun,
  listSchemaName,
  singular,
} from '../../infra/openapi/schema/names.ts'
import type { JsonSchema } from '../../infra/openapi/schema/schema.ts'
import document from '#generated/openapi.json' with { type: 'json' }

const components = document.components.schemas as unknown as Components

interface Operation {
  operationId: string
  parameters?: { name: string; schema?: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

const operations = Object.values(document.paths).flatMap(
  (item) => Object.values(item) as unknown as Operation[],
)

const contents = operations.flatMap(({ operationId, requestBody, responses }) =>
  [requestBody, ...Object.values(responses)].flatMap((part) => {
    const schema = part?.content?.['application/json']?.schema
    return schema ? [{ operationId, schema }] : []
  }),
)

describe('the schemas of the document', () => {
  test('name every JSON body in requests and responses', () => {
    expect(contents.filter(({ schema }) => !schema.$ref)).toEqual([])
  })

  test('use names ending in "List" for lists', () => {
    const lists = Object.keys(components).filter((name) => isListPage(components[name] as JsonSchema))

    expect(lists.length).toBeGreaterThan(10)
    expect(lists.filter((name) => !/[a-z]List$/.test(name))).toEqual([])
  })

  test('define every enum as a component', () => {
    const inParameters = operations.flatMap(({ parameters = [] }) =>
      parameters.flatMap(({ name, schema }) => (schema ? [{ path: [name], schema }] : [])),
    )
    const inComponents = Object.entries(components).flatMap(([name, schema]) => [...sitesIn(schema, [name])])

    const inline = [...inParameters, ...inComponents].filter(({ schema }) => (schema.enum?.length ?? 0) > 1)
    expect(inline.map(({ path }) => path.join('.'))).toEqual([])
  })

  test('do not have names of JavaScript globals', () => {
    const names = Object.keys(components)

    expect(names.filter((name) => name in globalThis)).toEqual([])
    expect(names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name))).toEqual([])
  })

  test('define a type and a description for every read-only field', () => {
    const fields = Object.entries(components).flatMap(([name, schema]) => [...sitesIn(schema, [name])])
    const readOnly = fields.filter(({ schema }) => schema.readOnly)

    expect(readOnly.length).toBeGreaterThan(50)
    expect(readOnly.filter(({ schema: { $ref, type, anyOf } }) => !$ref && !type && !anyOf)).toEqual([])
  })

  test('contain no defaults in request bodies, which generators would take for required fields', () => {
    const bodies = Object.keys(components).filter((name) => /(Create|Update)/.test(name))
    const fields = bodies.flatMap((name) => [...sitesIn(components[name] as JsonSchema, [name])])

    expect(fields.filter(({ schema }) => schema.default !== undefined)).toEqual([])
  })
})

describe('a generated name', () => {
  const operation = (name: string, answers?: string) => ({
    name,
    area: name.split('-')[0] as string,
    answers,
  })

  test.each([
    ['of noun and verb', operation('task-create-task', 'Task'), 'TaskCreate'],
    ['of the verb alone', operation('auth-login', 'Token'), 'Login'],
    [
      'of the noun that is answered',
      operation('support-create-message', 'TicketMessage'),
      'TicketMessageCreate',
    ],
    [
      'with the verb behind the noun',
      operation('lms-create-course-from-file', 'Course'),
      'CourseCreateFromFile',
    ],
    ['without how much is answered', operation('files-update-file', 'FileMetadata'), 'FileUpdate'],
  ])('combines parts %s for a body', (_, given, name) => {
    expect(requestBodyName(given)).toBe(name)
  })

  test.each([
    ['of what is listed', operation('task-list-tasks', 'TaskSummary'), 'TaskList'],
    ['with what the path says beyond', operation('task-list-my-tasks', 'TaskSummary'), 'MyTaskList'],
    ['of what is found', operation('search-search-everything', 'SearchResult'), 'SearchResultList'],
  ])('combines parts %s for a list', (_, given, name) => {
    expect(listSchemaName(given)).toBe(name)
  })

  test('equals the noun if there is nothing else', () => {
    expect(schemaNoun(operation('wopi-create-edit-link'))).toBe('EditLink')
  })

  test.each([
    ['categories', 'category'],
    ['courses', 'course'],
    ['statuses', 'status'],
    ['progress', 'progress'],
  ])('contains the singular of %s', (plural, one) => {
    expect(singular(plural)).toBe(one)
  })

  test('may be shared by schemas that differ only in their descriptions', () => {
    const known: Components = { Level: { type: 'string', description: 'One text.' } }

    expect(placeSchema(known, { type: 'string', description: 'Another.' }, 'Level', 'OtherLevel')).toBe(
      'Level',
    )
  })

  test('becomes longer if it is taken, and fails if the longer one is taken as well', () => {
    const known: Components = { Level: { type: 'string' } }

    expect(placeSchema(known, { type: 'integer' }, 'Level', 'CourseLevel')).toBe('CourseLevel')
    expect(() => placeSchema(known, { type: 'boolean' }, 'Level', 'CourseLevel')).toThrow(
      'needs .meta({ id })',
    )
  })
})

describe('a request body', () => {
  test('describes an ignored field like the response', () => {
    const body: JsonSchema = {
      properties: { version: { readOnly: true, description: 'Ignored.' }, title: { type: 'string' } },
    }

    describeReadOnly('PUT /x', body, { properties: { version: { type: 'integer' } } }, {})

    expect(body.properties).toEqual({
      version: { type: 'integer', readOnly: true },
      title: { type: 'string' },
    })
  })

  test('cannot ignore a field that no response has', () => {
    const body: JsonSchema = { properties: { version: { readOnly: true } } }

    expect(() => describeReadOnly('PUT /x', body, { properties: {} }, {})).toThrow(
      'PUT /x: the read-only field "version" is not in the answer.',
    )
  })

  test('describes a default in words', () => {
    const body: JsonSchema = {
      properties: {
        status: { type: 'string', default: 'todo', description: 'Status.' },
        tags: { type: 'array', default: [], description: 'Tags.' },
      },
    }

    sayDefaults(body)

    expect(body.properties).toEqual({
      status: { type: 'string', description: 'Status. Default: `todo`.' },
      tags: { type: 'array', description: 'Tags.' },
    })
  })
})
