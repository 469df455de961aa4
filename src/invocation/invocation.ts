import { problemDocs } from '#docs'
import { callInProcess, type CallValues, type InProcessCaller } from '../platform/http/in-process-call.ts'
import type { EndpointHandler } from '../platform/http/endpoint.ts'
import { requestValidator } from '../platform/http/request/request-validation.ts'
import { paramNames } from '../platform/http/spec-rules.ts'
import type { Spec } from '../platform/http/spec.ts'
import { problem } from '../platform/runtime/problem.ts'
import { requireWellFormed } from '../platform/schema/well-formed.ts'
import { handlers } from '#generated/handlers.ts'

type Arguments = Record<string, unknown>

/** Request headers that are passed to the endpoint of a function. */
const passed = ['authorization', 'idempotency-key', 'if-match']

/** Returns the caller of a function by a request with these headers, from this address. */
export const functionCaller = (
  header: (name: string) => string | undefined,
  address: string,
): InProcessCaller => {
  const headers = passed.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { headers: Object.fromEntries(headers), address }
}

const toArgumentText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Converts a value of the query to texts, as in a URL; a list of one is repeated, since it may contain a comma. */
const texts = (value: unknown): string[] => {
  if (!Array.isArray(value)) return [toArgumentText(value)]
  return (value.length === 1 ? [...value, ...value] : value).map(toArgumentText)
}

const groupByName = <T>(entries: [string, unknown][], as: (value: unknown) => T): Record<string, T> =>
  Object.fromEntries(entries.map(([name, value]) => [name, as(value)]))

/** Splits flat arguments into the values of an endpoint: path and query parameters as text, all others in the body. */
const callValues = (spec: Spec, args: Arguments): CallValues => {
  const inPath = new Set(paramNames(spec.path))
  const inQuery = new Set(Object.keys(spec.query?.shape ?? {}))
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  const isQuery = (name: string) => inQuery.has(name) || !spec.body
  const query = given.filter(([name, value]) => !inPath.has(name) && isQuery(name) && value !== null)
  return {
    params: groupByName(
      given.filter(([name]) => inPath.has(name)),
      toArgumentText,
    ),
    query: groupByName(query, texts),
    body: Object.fromEntries(given.filter(([name]) => !inPath.has(name) && !isQuery(name))),
  }
}

export const functionNotFound = problem('functions.function_not_found', 404, {
  wording: (name: string) => `No function has the name "${name}".`,
  docs: problemDocs({
    meaning: 'No function has this name, or the caller may not call it.',
    example: ['wiki_list_rooms'],
  }),
})

/** Returns the endpoint of a function. Throws 404 if no function has this name. */
const loadFunctionEndpoint = async (name: string): Promise<EndpointHandler> => {
  const load = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  if (!load) throw functionNotFound(name)
  return load()
}

/** Throws the endpoint's problem if the arguments of a function are invalid. Changes nothing. */
export const requireValidArguments = async (
  name: string,
  args: Arguments,
  caller: { id: string },
): Promise<undefined> => {
  const { spec } = await loadFunctionEndpoint(name)
  const values = callValues(spec, args)
  requireWellFormed(values.body)
  await requestValidator(spec)({ ...values, ifMatch: undefined }, caller)
}

/**
 * Runs the endpoint of a function like a request of the caller: with their permissions, and the same checks and errors.
 * Returns its response, null if it has none.
 */
export const runFunction = async (name: string, args: Arguments, caller: InProcessCaller): Promise<unknown> =>
  runEndpoint(await loadFunctionEndpoint(name), args, caller)

/** Runs an endpoint like {@link runFunction}. */
export const runEndpoint = (
  endpoint: EndpointHandler,
  args: Arguments,
  caller: InProcessCaller,
): Promise<unknown> => callInProcess(endpoint, callValues(endpoint.spec, args), caller)
