import { namedIds } from '../files/attachment/embedded-files.ts'
import type { FunctionEffect } from '../functions/effect.ts'
import { functions } from '../functions/function.ts'

/** Whether a text among these arguments, however deep, has the address of a file's contents. */
const leadsToFile = (value: unknown): boolean => {
  if (typeof value === 'string') return namedIds(value).size > 0
  return typeof value === 'object' && value !== null && Object.values(value).some(leadsToFile)
}

/**
 * What this call does, by what it is given; null when there is no function of this name. A write whose text leads to a
 * file shares it, since anyone who may read the text may then read the file.
 */
export const effectOfCall = (name: string, args: Record<string, unknown>): FunctionEffect | null => {
  const called = functions.find((one) => one.name === name)
  if (!called) return null
  const { effect, sharing } = called
  if (effect === 'sharing' && sharing.length === 0) return 'sharing'
  if (effect !== 'sharing' && effect !== 'write') return effect
  const isSharing = sharing.some((field) => args[field] !== undefined) || leadsToFile(args)
  return isSharing ? 'sharing' : 'write'
}
