import type { Readable } from 'node:stream'
import { HttpReply, type OutgoingHeaders } from './http-reply.ts'
import { sealCursor } from '../../table/list/cursor.ts'
import { environment } from '../../runtime/environment.ts'
import { routeOf, statusesOf, type Spec } from '../spec.ts'
import { serialize } from './serializer.ts'

/** An answer before it is encoded: undefined for no body. */
export interface Answer {
  status: number
  headers: OutgoingHeaders
  body: string | Uint8Array | Readable | undefined
}

/** `{file.id}` in a template is the field `id` of the answer's `file`. */
const fieldOf = (body: unknown, path: string) =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body)

const locationOf = (template: string, body: unknown) =>
  environment.publicUrl +
  routeOf({ path: template.replace(/\{([\w.]+)\}/g, (_, path: string) => String(fieldOf(body, path))) })

/** What the endpoint says as data: stripped to its schema, with its cursor sealed. */
export const dataOf = async (
  spec: Spec,
  { body: given }: HttpReply<unknown>,
  status: number,
  binding: string,
): Promise<Record<string, unknown> | undefined> => {
  const body = (status === 204 ? undefined : spec.response && serialize(spec.response, given)) as
    Record<string, unknown> | undefined
  if (typeof body?.['next_cursor'] === 'string')
    body['next_cursor'] = await sealCursor(body['next_cursor'], binding)
  return body
}

/** What the endpoint has given, stripped to its schema, with what follows from the spec: cursor, version, place. */
export const answerOf = async (spec: Spec, given: unknown, binding: string): Promise<Answer> => {
  const reply = given instanceof HttpReply ? given : new HttpReply(given)
  const status = reply.status ?? (statusesOf(spec)[0] as number)
  if (spec.produces)
    return {
      status,
      headers: { 'Content-Type': spec.produces, ...reply.headers },
      body: reply.body as Answer['body'],
    }
  const body = await dataOf(spec, reply, status, binding)
  const headers: OutgoingHeaders = { ...(body && { 'Content-Type': 'application/json' }), ...reply.headers }
  if (spec.location && body && status !== 200) headers['Location'] = locationOf(spec.location, body)
  if (reply.isTemporary) headers['Cache-Control'] = 'no-store'
  else if (Number.isInteger(body?.['version'])) headers['ETag'] = `"${String(body?.['version'])}"`
  return { status, headers, body: reply.stream?.() ?? (body && JSON.stringify(body)) }
}
