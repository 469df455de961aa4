import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { attributeName } from './filter.ts'
import { invalidPath, invalidValue } from './protocol.ts'

/** What a PATCH asks for (RFC 7644 section 3.5.2); Entra ID writes `Replace`. */
export const PatchRequest = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z.string().meta(docs('`add`, `replace` or `remove`.', { examples: ['replace'] })),
        path: z
          .string()
          .max(2_000)
          .nullable()
          .optional()
          .meta(docs('What is changed; without it `value` is an object.')),
        value: z.unknown().optional().meta(docs('Its value, or for `remove` the values that go.')),
      }),
    )
    .max(1_000)
    .meta(docs('The changes, in their order.')),
})

/** A change of one attribute. */
export interface Change {
  op: 'add' | 'replace' | 'remove'
  /** In lower case. */
  path: string
  /** Which of its values is meant. */
  filter?: string | undefined
  /** Null for none. */
  value: unknown
}

/** An attribute, which may have the URI of its schema in front, and a filter and parts behind it. */
const pathPattern = /^((?:[a-z]+:[^\s[\]]+:)?[\w$-]+)(?:\[(.*)\])?(?:\.([\w$.-]+))?$/i

/** The change of what a path names, such as `emails[type eq "work"].value`; undefined for none. */
export const findChange = (
  text: string,
  value: unknown,
  op: Change['op'] = 'replace',
): Change | undefined => {
  // line breaks would be no path of RFC 7644
  const [, attribute, filter, part] = pathPattern.exec(text.trim()) ?? []
  if (attribute === undefined) return undefined
  return { op, path: attributeName(part === undefined ? attribute : `${attribute}.${part}`), filter, value }
}

/** Each attribute of an object as a change: of a resource, or of a PATCH without a path. What is none is ignored. */
export const changesIn = (resource: object, op: Change['op'] = 'replace'): Change[] =>
  Object.entries(resource).flatMap(([name, value]) => findChange(name, value, op) ?? [])

const operations = ['add', 'replace', 'remove'] as const

/** The changes that a PATCH asks for, in their order; throws 400. */
export const changesOf = ({ Operations }: z.output<typeof PatchRequest>): Change[] =>
  Operations.flatMap(({ op: given, path, value }) => {
    const op = operations.find((one) => one === given.toLowerCase())
    if (!op) throw invalidValue('op', 'must be add, replace or remove')
    // what goes may be named by the value: `members` of Entra ID
    if (path) {
      const change = findChange(path, value ?? null, op)
      if (!change) throw invalidPath(path)
      return change
    }
    if (op === 'remove' || typeof value !== 'object' || value === null) throw invalidPath('')
    return changesIn(value, op)
  })
