import * as z from '../../src/platform/schema/schema.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { pascal } from './names.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'

/** The media type of server-sent events (HTML standard). */
export const eventStream = 'text/event-stream'

type Content = Record<string, { schema: JsonSchema } & Record<`x-${string}`, unknown>>

const isText = (type: string) => /^text\/|[/+](xml|yaml|json|jsonl)$/.test(type)

/** Bytes, in the words of OpenAPI 3.1 and in those of 3.0, which most generators look for. */
const bytes = (type: string): JsonSchema => ({
  type: 'string',
  format: 'binary',
  ...(!type.includes('*') && { contentMediaType: type }),
})

/** The body of a request or an answer that is not JSON: text, or bytes. */
export const rawContent = (type: string): Content => {
  const name = type.split(';')[0] as string
  return { [name]: { schema: isText(name) ? { type: 'string', contentMediaType: name } : bytes(name) } }
}

/** One event of a stream by name, as it is read from its lines; `data` is JSON. */
const eventOf = (name: string, data: z.ZodType) =>
  z.object({
    event: z.literal(name).meta({ description: `Always \`${name}\`.` }),
    id: z.string().meta({ description: 'Id of what the event is about.', maxLength: 100 }),
    data,
  })

/**
 * A stream of events: the schema is that of one event, as generators of clients take it. OpenAPI 3.2 says so by
 * `itemSchema`, which is `x-itemSchema` until they read that (decision 0006).
 */
const streamContent = (noun: string, events: NonNullable<Spec['events']>, book: SchemaBook): Content => {
  const members = Object.entries(events).map(([name, data]) =>
    eventOf(name, data).meta({
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

/** What success answers with a status, by media type; undefined for no body. */
export const successContent = (
  spec: Spec,
  status: number,
  noun: string,
  book: SchemaBook,
): Content | undefined => {
  const { response, produces, alsoProduces = [], events } = spec
  const isRedirect = status >= 300
  if (status === 204 || (!response && !produces) || (isRedirect && produces)) return undefined
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
