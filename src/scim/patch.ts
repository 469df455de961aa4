import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { attributeName } from './filter.ts'
import { invalidPath, invalidValue } from './protocol.ts'

/** Body of a PATCH (RFC 7644 section 3.5.2); Entra ID writes `Replace`. */
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
          .meta(docs('Path of the attribute; if absent, `value` is an object of attributes.')),
        value: z.unknown().optional().meta(docs('The new value, or the values to remove.')),
      }),
    )
    .max(1_000)
    .meta(docs('The operations, applied in order.')),
})

/** A change of one attribute. */
export interface Change {
  op: 'add' | 'replace' | 'remove'
  /** Normalized attribute name, in lower case. */
  path: string
  /** Filter that selects one of the attribute's values. */
  filter?: string | undefined
  /** Null for no value. */
  value: unknown
}

/** An attribute, optionally with the URI of its schema before it, and a filter and sub-attributes after it. */
const pathPattern = /^((?:[a-z]+:[^\s[\]]+:)?[\w$-]+)(?:\[(.*)\])?(?:\.([\w$.-]+))?$/i

/**
 * Returns the change of the attribute at a path, such as `emails[type eq "work"].value`; undefined for a malformed
 * path.
 */
export const findChange = (
  text: string,
  value: unknown,
  op: Change['op'] = 'replace',
): Change | undefined => {
  // the pattern rejects line breaks within a path, as RFC 7644 does
  const [, attribute, filter, part] = pathPattern.exec(text.trim()) ?? []
  if (attribute === undefined) return undefined
  return { op, path: attributeName(part === undefined ? attribute : `${attribute}.${part}`), filter, value }
}

/**
 * Returns a change for each attribute of an object: of a resource, or of a PATCH without a path. Malformed names are
 * ignored.
 */
export const changesIn = (resource: object, op: Change['op'] = 'replace'): Change[] =>
  Object.entries(resource).flatMap(([name, value]) => findChange(name, value, op) ?? [])

const operations = ['add', 'replace', 'remove'] as const

/** Returns the changes of a PATCH, in order; throws 400 if an operation is invalid. */
export const patchChanges = ({ Operations }: z.output<typeof PatchRequest>): Change[] =>
  Operations.flatMap(({ op: given, path, value }) => {
    const op = operations.find((one) => one === given.toLowerCase())
    if (!op) throw invalidValue('op', 'must be add, replace or remove')
    // the value may name what is removed: `members` of Entra ID
    if (path) {
      const change = findChange(path, value ?? null, op)
      if (!change) throw invalidPath(path)
      return change
    }
    if (op === 'remove' || typeof value !== 'object' || value === null) throw invalidPath('')
    return changesIn(value, op)
  })
