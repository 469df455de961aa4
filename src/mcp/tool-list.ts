import type { Tool } from '@modelcontextprotocol/server'
import { functions, type OfferedFunction } from '../functions/function.ts'
import type { Role } from '../platform/identity/actor.ts'
import { invalid } from '../platform/runtime/problem.ts'
import * as z from '../platform/schema/schema.ts'
import { defaultTools } from './default-tools.ts'

/** Returns the area of a function, the prefix of its name. */
const areaIn = (name: string): string => name.slice(0, name.indexOf('_'))

/** Throws 422 if a requested area has no functions. */
export const requireAreas = (areas: readonly string[] = []): void => {
  const known = new Set(functions.map(({ name }) => areaIn(name)))
  const unknown = areas.find((area) => !known.has(area))
  if (unknown !== undefined)
    throw invalid(
      'areas',
      `has the unknown area "${unknown.slice(0, 50)}"; known are ${[...known].join(', ')}`,
    )
}

const dryRun = {
  type: 'boolean',
  default: false,
  description: 'True to run all checks and return the changes without making them.',
}

/** Returns the parameters of a function; a function that writes also takes `dry_run`. */
const toolParameters = ({ parameters, effect }: OfferedFunction) => {
  const { properties } = parameters as { properties: object }
  return effect === 'read' ? parameters : { ...parameters, properties: { ...properties, dry_run: dryRun } }
}

const toTool = (offered: OfferedFunction): Tool => {
  const { name, title, description, effect, operation } = offered
  const isRead = effect === 'read'
  return {
    name,
    title,
    description: description ?? title,
    inputSchema: toolParameters(offered) as Tool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: isRead,
      destructiveHint: effect === 'destructive',
      idempotentHint: isRead || operation.method !== 'POST',
      openWorldHint: false,
    },
    // no annotation says that a tool shares
    _meta: { effect },
  }
}

/** Input of the tool that finds functions. */
export const Finding = z.strictObject({ query: z.string().min(1).max(200) })

const findTool: Tool = {
  name: 'find_function',
  title: 'Find a function',
  description:
    'Finds functions that are not listed as tools, by words of their purpose; call_function runs them.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, maxLength: 200, description: 'Words in English.' } },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { title: 'Find a function', readOnlyHint: true, openWorldHint: false },
}

/** Input of the tool that calls any function. */
export const Calling = z.strictObject({
  name: z.string().min(1).max(100),
  arguments: z.record(z.string(), z.unknown()).default({}),
  dry_run: z.boolean().default(false),
})

const callTool: Tool = {
  name: 'call_function',
  title: 'Call a function',
  description: 'Calls a function that find_function has found.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 100, description: 'Name of the function.' },
      arguments: { type: 'object', description: 'Arguments, as described by its parameters.' },
      dry_run: dryRun,
    },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { title: 'Call a function', readOnlyHint: false, destructiveHint: true, openWorldHint: false },
}

const offeredTo = (role: Role) => functions.filter(({ roles }) => roles.includes(role))

/** Returns the tools of a person: the functions of these areas, by default the usual ones of all areas. */
export const listTools = (role: Role, areas: readonly string[] | undefined): Tool[] => {
  const isListed = (name: string) => (areas ? areas.includes(areaIn(name)) : defaultTools.has(name))
  const listed = offeredTo(role).filter(({ name }) => isListed(name))
  return [findTool, callTool, ...listed.map(toTool)]
}

/** Maximum number of functions that one search finds. */
const maxFound = 10

/** Returns the functions that match most words of a query, best first. */
export const findFunctions = (role: Role, query: string) => {
  const words = query.toLowerCase().match(/[a-z]{2,}/g) ?? []
  const score = ({ name, title, description }: OfferedFunction) => {
    const [heading, text] = [`${name} ${title}`.toLowerCase(), (description ?? '').toLowerCase()]
    return words
      .map((word) => word.replace(/s$/, ''))
      .reduce((sum, word) => sum + (heading.includes(word) ? 3 : Number(text.includes(word))), 0)
  }
  return offeredTo(role)
    .map((one) => ({ one, rank: score(one) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxFound)
    .map(({ one: { name, title, description, effect, parameters } }) => ({
      name,
      title,
      description,
      effect,
      parameters,
    }))
}
