import * as z from '../../../src/platform/schema/schema.ts'
import { isEmptyStatus } from '../../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../../src/platform/http/spec.ts'
import { pascal } from './names.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'

/** Media type of server-sent events (HTML standard). */
export const eventStream = 'text/event-stream'

type Content = Record<string, { schema: JsonSchema } & Record<`x-${string}`, unknown>>

const isTextType = (type: string) => /^text\/|[/+](xml|yaml|json|jsonl)$/.test(type)

/** Returns the schema of bytes in both the OpenAPI 3.1 form and the 3.0 form, which most generators expect. */
const bytes = (type: string): JsonSchema => ({
  type: 'string',
  format: 'binary',
  ...(!type.includes('*') && { contentMediaType: type }),
})

/** Returns the content of a body that is not JSON: text or bytes. */
export const rawContent = (type: string): Content => {
  const name = type.split(';')[0] as string
  return { [name]: { schema: isTextType(name) ? { type: 'string', contentMediaType: name } : bytes(name) } }
}

/** Returns the schema of an event of a stream, parsed from its lines; `data` is JSON. */
const eventSchema = (name: string, data: z.ZodType) =>
  z.object({
    event: z.literal(name).meta({ description: `Always \`${name}\`.` }),
    id: z.string().meta({ description: 'ID of the resource of the event.', maxLength: 100 }),
    data,
  })

/**
 * Returns the content of an event stream: the schema describes one event, as client generators expect. OpenAPI 3.2 has
 * `itemSchema` for this, which is `x-itemSchema` until generators support it (decision 0006).
 */
const streamContent = (noun: string, events: NonNullable<Spec['events']>, book: SchemaBook): Content => {
  const members = Object.entries(events).map(([name, data]) =>
    eventSchema(name, data).meta({
      id: `${noun}Stream${pascal(name)}`,
      description: data.meta()?.description ?? '',
    }),
  )
  const union = z.discriminatedUnion('event', members as [(typeof members)[number]]).meta({
    id: `${noun}StreamEvent`,
    description: 'One event of the stream: its lines `event` and `id`, and the JSON of its `data`.',
  })
  const schema = book.schemaOf(union, 'output')
  return { [eventStream]: { schema, 'x-itemSchema': schema } }
}

/** Returns the content of a successful response by media type; undefined if it has no body. */
export const successContent = (
  spec: Spec,
  status: number,
  noun: string,
  book: SchemaBook,
): Content | undefined => {
  const { response, produces, alsoProduces = [], events } = spec
  const isRedirect = status >= 300
  if (isEmptyStatus(spec, status) || (!response && !produces) || (isRedirect && produces)) return undefined
  const main = response
    ? {
        [produces ?? spec.protocol?.mediaType ?? 'application/json']: {
          schema: book.schemaOf(response, 'output'),
        },
      }
    : rawContent(produces ?? '')
  const others = alsoProduces.map(rawContent)
  const stream = events && !isRedirect ? streamContent(noun, events, book) : {}
  return Object.assign({}, main, ...others, stream) as Content
}
