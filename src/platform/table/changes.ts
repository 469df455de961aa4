import { problemDocs } from '#docs'
import { isDeepStrictEqual } from 'node:util'
import { problem } from '../runtime/problem.ts'

/** Versions that `If-Match` lists; `*` for any version, undefined without the header. */
export type IfMatch = readonly number[] | '*' | undefined

/** Changes of some fields of a record; undefined fields stay unchanged. */
export type Changes<T> = { [F in keyof T]?: T[F] | undefined }

/** Returns the changes that give a field of `current` another value. */
export const changedFields = <T extends object>(current: T, changes: Changes<T>): Changes<T> => {
  const values = new Map<string, unknown>(Object.entries(current))
  const changed = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, values.get(field)),
  )
  return Object.fromEntries(changed) as Changes<T>
}

/** Returns the fields that are set; `isSame` is true if each of them already has its value in `current`. */
export const givenFields = <T extends object>(current: T, changes: Changes<T>) => {
  const set = Object.entries(changes).filter(([, value]) => value !== undefined)
  return {
    fields: Object.fromEntries(set) as Partial<T>,
    isSame: Object.keys(changedFields(current, changes)).length === 0,
  }
}

/** Returns the noun of `<area>.<noun>` in readable form. */
export const entityNoun = (name: string): string => name.slice(name.indexOf('.') + 1).replaceAll('_', ' ')

/**
 * 404 `<area>.<noun>_not_found`, also for records that the caller may not see, so that their existence is not revealed.
 */
export const absentProblem = (name: string) =>
  problem(`${name}_not_found`, 404, {
    wording: `The ${entityNoun(name)} does not exist.`,
    docs: problemDocs({ meaning: `The ${entityNoun(name)} does not exist, or the caller may not see it.` }),
  })

/**
 * Returns the noun followed by "is" or "are"; names are singular, except for nouns without a singular, such as
 * preferences.
 */
const nounIs = (name: string): string => `${entityNoun(name)} ${name.endsWith('s') ? 'are' : 'is'}`

/** 412 `<area>.<noun>_changed`. */
export const changedProblem = (name: string) =>
  problem(`${name}_changed`, 412, {
    wording: (version: number | undefined) => `The ${nounIs(name)} now at version ${version}.`,
    docs: problemDocs({
      meaning: `The ${nounIs(name)} not at the version in \`If-Match\`.`,
      example: [4],
    }),
  })

/** Returns the version of a record, if it has one; throws 412 `<area>.<noun>_changed` if `ifMatch` names others. */
export const matchedVersion = (name: string, thing: object, ifMatch: IfMatch): number | undefined => {
  const { version } = thing as { version?: number }
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.some((one) => one === version))
    throw changedProblem(name)(version)
  return version
}
