import type { Readable } from 'node:stream'
import { toEntityTag } from '../exchange/entity-tag.ts'
import { HttpReply, type OutgoingHeaders } from '../exchange/http-reply.ts'
import { sealCursor } from '../../table/list/cursor.ts'
import { environment } from '../../runtime/environment.ts'
import { fullPath, isEmptyStatus, successStatuses } from '../spec-rules.ts'
import type { Spec } from '../spec.ts'
import { endpointUrl } from '../link.ts'
import { serialize } from './serializer.ts'

/** A response before it is encoded; `body` is undefined if there is none. */
export interface Answer {
  status: number
  headers: OutgoingHeaders
  body: string | Uint8Array | Readable | undefined
}

/** Returns the field at a path: `{file.id}` in a template is the field `id` of the `file` in the body. */
const valueAtPath = (body: unknown, path: string) =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body)

const locationHeader = (template: string, body: unknown) =>
  environment.publicUrl +
  fullPath({ path: template.replace(/\{([\w.]+)\}/g, (_, path: string) => String(valueAtPath(body, path))) })

type Body = Record<string, unknown> | undefined

/** Returns the data of the endpoint's result, stripped to the schema of the response. */
const serializeBody = (spec: Spec, { body: given }: HttpReply<unknown>, status: number) =>
  (isEmptyStatus(spec, status) ? undefined : spec.response && serialize(spec.response, given)) as Body

const withSealedCursor = async (body: Body, binding: string): Promise<Body> =>
  typeof body?.['next_cursor'] === 'string'
    ? { ...body, next_cursor: await sealCursor(body['next_cursor'], binding) }
    : body

/** Returns the `Link` header of the next page of a list, given the values to which its cursors are bound. */
const nextLink = (binding: string, cursor: string): string => {
  const [path, params, filters] = JSON.parse(binding) as [string, Record<string, string>, object]
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries({ ...filters, cursor }))
    for (const value of [values].flat()) query.append(name, String(value))
  return `<${endpointUrl(path, params)}?${query.toString()}>; rel="next"`
}

/** Returns the data of the endpoint's result with its cursor sealed. */
export const toResponseData = (spec: Spec, reply: HttpReply<unknown>, status: number, binding: string) =>
  withSealedCursor(serializeBody(spec, reply, status), binding)

/**
 * Builds the response from the endpoint's result: the body stripped to its schema, with the cursor, entity tag and
 * location that follow from the spec.
 */
export const buildAnswer = async (spec: Spec, result: unknown, binding: string): Promise<Answer> => {
  const reply = result instanceof HttpReply ? result : new HttpReply(result)
  const status = reply.status ?? (successStatuses(spec)[0] as number)
  if (spec.produces)
    return {
      status,
      headers: { 'Content-Type': spec.produces, ...reply.headers },
      body: reply.body as Answer['body'],
    }
  const given = serializeBody(spec, reply, status)
  const body = await withSealedCursor(given, binding)
  const cursor = body?.['next_cursor']
  const headers: OutgoingHeaders = { ...(body && { 'Content-Type': 'application/json' }), ...reply.headers }
  if (reply.stream && typeof cursor === 'string') headers['Link'] = nextLink(binding, cursor)
  if (spec.location && body && status !== 200) headers['Location'] = locationHeader(spec.location, body)
  if (reply.isTemporary) headers['Cache-Control'] = 'no-store'
  else if (spec.response && given && (spec.cacheable || Number.isInteger(given['version'])))
    headers['ETag'] = toEntityTag(spec.response, given)
  return { status, headers, body: reply.stream?.() ?? (body && JSON.stringify(body)) }
}
