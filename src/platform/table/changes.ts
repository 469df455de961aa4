import { told } from '#docs'
import { isDeepStrictEqual } from 'node:util'
import { problem } from '../runtime/problem.ts'

/** What `If-Match` asked for: one of these versions, any (`*`), or nothing. */
export type IfMatch = readonly number[] | '*' | undefined

/** Some fields of a thing, to be changed; undefined ones stay as they are. */
export type Changes<T> = { [F in keyof T]?: T[F] | undefined }

/** Those of the changes that give a field of `current` another value. */
export const changedFields = <T extends object>(current: T, changes: Changes<T>): Changes<T> => {
  const values = new Map<string, unknown>(Object.entries(current))
  const changed = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, values.get(field)),
  )
  return Object.fromEntries(changed) as Changes<T>
}

/** The fields of `current` that get a value, and whether each of them has it already. */
export const givenFields = <T extends object>(current: T, changes: Changes<T>) => {
  const set = Object.entries(changes).filter(([, value]) => value !== undefined)
  return {
    fields: Object.fromEntries(set) as Partial<T>,
    isSame: Object.keys(changedFields(current, changes)).length === 0,
  }
}

/** The noun of `<area>.<noun>`, as people read it. */
export const nounOf = (name: string): string => name.slice(name.indexOf('.') + 1).replaceAll('_', ' ')

/** 404 `<area>.<noun>_not_found`, also for what the caller may not see, so that its existence is not revealed. */
export const absentProblem = (name: string) =>
  problem(`${name}_not_found`, 404, {
    wording: `There is no such ${nounOf(name)}.`,
    docs: told({ meaning: `The ${nounOf(name)} does not exist, or the caller may not see it.` }),
  })

/** The noun with its verb; names are in the singular, but for what has none, such as preferences. */
const nounIs = (name: string): string => `${nounOf(name)} ${name.endsWith('s') ? 'are' : 'is'}`

/** 412 `<area>.<noun>_changed`. */
export const changedProblem = (name: string) =>
  problem(`${name}_changed`, 412, {
    wording: (version: number | undefined) => `The ${nounIs(name)} now at version ${version}.`,
    docs: told({
      meaning: `The ${nounIs(name)} no longer at the version that \`If-Match\` names.`,
      example: [4],
    }),
  })

/** The version of a thing, if it has one; throws 412 `<area>.<noun>_changed` when `ifMatch` names others. */
export const matchedVersion = (name: string, thing: object, ifMatch: IfMatch): number | undefined => {
  const { version } = thing as { version?: number }
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.some((one) => one === version))
    throw changedProblem(name)(version)
  return version
}
