import { wrongIn, type Schema } from '../support/json-schema.ts'
import { jsonIn, type Contract, type Operation } from './contract.ts'

export interface Said {
  status: number
  headers: Record<string, string>
  text: string
  body: unknown
}

/**
 * Line breaks, control characters and direction marks, or only invisible characters: such a name misleads its reader.
 */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^[\p{Cf}\s]+$/u

/** Returns the path of a misleading name in a response. */
const misleadingIn = (value: unknown, path = 'body'): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    if (key === 'name' && typeof part === 'string' && misleading.test(part)) return `${path}.${key} misleads`
    const found = misleadingIn(part, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const inside = /node_modules|\/src\/|at async |ValidationException|dynamodb|ECONNREFUSED/i

const jsonRpc = '#/components/schemas/JsonRpcResponse'

/** Returns a sentence on how an error violates JSON-RPC 2.0. */
const ofJsonRpcError = ({ status, body }: Said): string | undefined => {
  const { jsonrpc, id, error, ...more } = (body ?? {}) as Record<string, unknown>
  const { code, message } = (error ?? {}) as Record<string, unknown>
  const isId = id === null || typeof id === 'string' || Number.isInteger(id)
  if (jsonrpc !== '2.0' || !isId || !Number.isInteger(code) || typeof message !== 'string' || message === '')
    return `${status} is no error of JSON-RPC`
  if (Object.keys(more).length > 0) return `${status} with ${Object.keys(more).join(', ')} beside error`
  return inside.test(JSON.stringify(error)) ? `${status} shows the inside` : undefined
}

const ofError = (said: Said, isHead: boolean, documented: Schema | undefined): string | undefined => {
  const { status, headers, text, body } = said
  if (isHead) return text === '' ? undefined : 'HEAD has a body'
  if (!/^[a-z_]+\.[a-z_]+$/.test(headers['x-error-code'] ?? '')) return `${status} without X-Error-Code`
  if (documented?.$ref === jsonRpc) return ofJsonRpcError(said)
  const { detail, COOLStatusCode: _, ...others } = (body ?? {}) as Record<string, unknown>
  const { schemas, status: told, scimType, ...more } = others
  const isScim = headers['content-type'] === 'application/scim+json'
  if (isScim ? !schemas || told !== String(status) : [schemas, told, scimType].some(Boolean))
    return `${status} is not in the form of its protocol`
  if (typeof detail !== 'string' || !/^\S[\s\S]*\.$/.test(detail))
    return `${status} without a sentence in detail`
  if (Object.keys(more).length > 0) return `${status} with ${Object.keys(more).join(', ')} beside detail`
  if (inside.test(detail)) return `${status} shows the inside`
  return undefined
}

/** Returns a sentence on how a response violates the rules for all responses, or the documentation of its operation. */
export const brokenBy = (
  contract: Contract,
  said: Said,
  { method, path, operation }: { method: string; path: string; operation?: Operation | undefined },
): string | undefined => {
  const { status, headers, text, body } = said
  const isHead = method === 'HEAD'
  if (!headers['x-request-id']) return `${status} without X-Request-Id`
  if (operation && !(status in operation.responses)) return `${status} is not declared`
  if (status >= 400) return ofError(said, isHead, jsonIn(operation?.responses[status]?.content))
  if (status === 204 || status === 304) return text === '' ? undefined : `${status} with a body`
  const content = operation?.responses[status]?.content
  const given = (headers['content-type'] ?? '').split(';')[0] as string
  if (isHead || !operation || given === 'text/event-stream') return undefined
  if (!content) return text === '' ? undefined : `${status} has a body that is not declared`
  // most editor operations respond with headers only, on the path of one that responds with JSON
  if (text === '' && operation.path.startsWith('/api/v1/wopi/files/')) return undefined
  const schema = jsonIn(content)
  if (!(given in content) && schema) return `${status} is ${given}`
  if (!given.endsWith('json') || !schema) return undefined
  const { version } = (body ?? {}) as { version?: unknown }
  // a response with expiring links must not be revalidated by its version
  const isSigned = /[?&](media=signed|format=html)(&|$)/.test(path)
  const tagged = isSigned ? undefined : String(version)
  if (Number.isInteger(version) && headers['etag']?.slice(1, -1).split('.')[0] !== tagged)
    return 'ETag is not the version'
  return wrongIn(contract.resolved, schema, body) ?? misleadingIn(body)
}
