import type * as z from './schema.ts'
import { invalid, invalidRequest } from '../runtime/problem.ts'

type Issue = z.core.$ZodIssue

/** Returns the path of a field in a body as clients write it: `chapters[0].title`. */
export const fieldPath = (path: PropertyKey[]) =>
  path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    '',
  )

const plural = (count: number | bigint, noun: string) => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`

const formats: Record<string, string> = {
  guid: 'must be a UUID',
  uuid: 'must be a UUID',
  email: 'must be an email address',
  url: 'must be a URL',
  datetime: 'must be an RFC 3339 time with an offset, such as 2026-03-01T09:30:00Z',
  date: 'must be a date, such as 2026-03-01',
}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const tooBig = (issue: z.core.$ZodIssueTooBig) => {
  if (issue.origin === 'string') return `must have at most ${plural(issue.maximum, 'character')}`
  if (issue.origin === 'array') return `must have at most ${plural(issue.maximum, 'item')}`
  return `must be at most ${issue.maximum}`
}

const tooSmall = (issue: z.core.$ZodIssueTooSmall) => {
  if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty'
  if (issue.origin === 'string') return `must have at least ${plural(issue.minimum, 'character')}`
  if (issue.origin === 'array') return `must have at least ${plural(issue.minimum, 'item')}`
  return `must be at least ${issue.minimum}`
}

/** Returns the message of our own schemas; zod's messages do not say what is expected. */
const saidBy = ({ message }: Issue): string => (message.startsWith('must') ? message : 'has the wrong format')

/** Returns the expectation of an issue, phrased to follow the field's name. */
const wanted = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && !('received' in issue && issue.received === 'nan')
        ? 'is required'
        : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_value': {
      const words = `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
      return issue.input === undefined ? `is required and ${words}` : words
    }
    case 'invalid_format':
      return formats[issue.format] ?? saidBy(issue)
    case 'custom':
      return issue.message
    default:
      return saidBy(issue)
  }
}

/**
 * Returns the path of an issue and the expectation there, without the given value: settings may contain secrets. Parse
 * with `reportInput: true`.
 */
export const describeIssue = (issue: Issue): string =>
  issue.code === 'unrecognized_keys'
    ? [...issue.path, issue.keys[0], 'is not a known field'].join(': ')
    : [...issue.path, wanted(issue)].join(': ')

const unknownField = (name: string, where: 'body' | 'query' | 'path') => {
  if (where !== 'query') return invalid(name, 'is not a field of this request')
  if (name === 'page' || name === 'offset')
    return invalid(name, 'is not supported; send the next_cursor of a page as cursor')
  return invalid(name, 'is not a query parameter of this request')
}

/** Sort order of issues: wrong values, missing values, unknown fields, then combinations of fields. */
const urgency = (issue: Issue) => {
  if (issue.code === 'unrecognized_keys') return 2
  const isTogether = issue.code === 'custom' && typeof issue.input === 'object' && !Array.isArray(issue.input)
  if (issue.path.length === 0 || isTogether) return 3
  return issue.input === undefined ? 1 : 0
}

/** Returns `input` parsed by `schema`; throws 422 with one sentence that names the first invalid field. */
export const validated = <S extends z.ZodType>(
  schema: S,
  input: unknown,
  where: 'body' | 'query' | 'path',
): z.output<S> => {
  const result = schema.safeParse(input, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues.toSorted((a, b) => urgency(a) - urgency(b))[0] as Issue
  if (issue.code === 'unrecognized_keys')
    throw unknownField(fieldPath([...issue.path, issue.keys[0] ?? '']), where)
  // a list in a query is one text
  const path = where === 'query' ? issue.path.slice(0, 1) : issue.path
  if (issue.path.length === 0) throw invalidRequest(`The ${where} ${wanted(issue)}.`)
  throw invalid(fieldPath(path), wanted(issue))
}
