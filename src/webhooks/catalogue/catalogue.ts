import { docs } from '#docs'
import { forPeople, linkTo } from '../../platform/resource.ts'
import { answeredSentence, answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { loadEventTypes, type CatalogueEvent } from './event-types.ts'

export const WebhookEvent = z.described(docs('An event that webhooks can receive.', { id: 'WebhookEvent' }), {
  name: answeredText(100).meta(docs('Name of the event.', { examples: ['task.updated'] })),
  description: answeredSentence.meta(docs('Meaning of the event.')),
  schema: z.record(z.string(), z.unknown()).meta(docs('JSON Schema of the body of the request.')),
  example: z.record(z.string(), z.unknown()).meta(docs('Example of the body of the request.')),
})

const [exampleId, actorId] = ['01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11', '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a12']

const words = (name: string) => name.replaceAll('_', ' ')

const uuid = { type: 'string', format: 'uuid' }
const uri = { type: 'string', format: 'uri' }

const orNull = (schema: object, description: string) => ({ anyOf: [schema, { type: 'null' }], description })

/** Returns an object schema with exactly these properties. */
const objectSchema = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const bodySchema = ({ name, type, fields }: CatalogueEvent) =>
  objectSchema({
    type: { type: 'string', enum: [name] },
    timestamp: { type: 'string', format: 'date-time', description: 'Time of the change.' },
    data: objectSchema({
      id: { type: 'string', description: `ID of the ${words(type)}.` },
      type: { type: 'string', enum: [type] },
      version: orNull({ type: 'integer' }, 'Version after the change; null if the resource has no versions.'),
      url: orNull(uri, 'URL for people; null if the resource has none or was deleted.'),
      api_url: orNull(uri, 'URL in this API; null if the resource has none or was deleted.'),
      actor_id: orNull(uuid, 'ID of the person who acted; null for the service itself.'),
      fields: {
        type: 'array',
        items: { type: 'string', ...(fields.length > 0 && { enum: fields }) },
        description: 'Names of the changed fields.',
      },
    }),
  })

/** Returns the URLs of an example; null if the resource has none or the event is its deletion. */
const exampleUrls = ({ type, path, action }: CatalogueEvent) => {
  if (path === undefined || action === 'deleted' || action === 'purged') return { url: null, api_url: null }
  const { url, api_url } = forPeople(linkTo({ type, path }, { id: exampleId, title: '' }))
  return { url, api_url }
}

const exampleBody = (event: CatalogueEvent) => ({
  type: event.name,
  timestamp: '2026-03-01T09:30:00.000Z',
  data: {
    id: exampleId,
    type: event.type,
    version: event.action === 'created' ? 1 : 2,
    ...exampleUrls(event),
    actor_id: actorId,
    fields: event.fields.slice(0, 1),
  },
})

/** Returns the subject and auxiliary verb of a sentence about something of a type. */
const subject = (type: string): string => {
  const name = words(type)
  if (name.endsWith('s')) return `The ${name} were`
  // not u: "a user"
  return `${/^[aeio]/.test(name) ? 'An' : 'A'} ${name} was`
}

const verbs: Record<string, string> = { purged: 'deleted permanently', restored: 'restored' }

/** Returns the events that webhooks can receive, with the schema and an example of their requests. */
export const loadCatalogue = async () =>
  (await loadEventTypes()).map((event) => ({
    name: event.name,
    description: `${subject(event.type)} ${verbs[event.action] ?? event.action}.`,
    schema: bodySchema(event),
    example: exampleBody(event),
  }))
