import type * as z from './schema.ts'
import { describeIssue } from './validation.ts'

/**
 * Parses a setting that is a JSON document. Throws an Error that says what is wrong without quoting the setting,
 * because its text may contain a key.
 */
export const parseSetting = <S extends z.ZodType>(name: string, schema: S, text: string): z.output<S> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`The setting ${name} is not JSON.`)
  }
  const { data, error } = schema.safeParse(json, { reportInput: true })
  if (!error) return data
  throw new Error(`The setting ${name} is invalid: ${error.issues.slice(0, 1).map(describeIssue).join()}.`)
}
