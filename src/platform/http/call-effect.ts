import { namedIds } from './contents-links.ts'
import type { Effect } from './spec.ts'

/** Whether a text among these arguments, however deep, has the address of a file's contents. */
const leadsToFile = (args: object): boolean => {
  const waiting: unknown[] = [args]
  for (const value of waiting) {
    if (typeof value === 'string' && namedIds(value).size > 0) return true
    if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) waiting.push(part)
  }
  return false
}

/**
 * What one call of an operation does, by what it is given. A write whose text leads to a file shares it, since anyone
 * who may read the text may then read the file.
 */
export const effectOfArguments = <E extends Effect>(
  { effect, sharing }: { effect: E; sharing: readonly string[] },
  args: Record<string, unknown>,
): E | 'sharing' | 'write' => {
  if (effect === 'sharing' && sharing.length === 0) return 'sharing'
  if (effect !== 'sharing' && effect !== 'write') return effect
  return sharing.some((field) => args[field] !== undefined) || leadsToFile(args) ? 'sharing' : 'write'
}
