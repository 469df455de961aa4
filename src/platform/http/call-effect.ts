import { namedIds } from './contents-links.ts'
import type { Effect } from './access-level.ts'

/** Returns true if any text in these arguments, at any depth, contains the address of a file's contents. */
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
 * Returns the effect of one call of an operation with these arguments. A write whose text links to a file shares the
 * file, since readers of the text may then read it.
 */
export const effectOfArguments = <E extends Effect>(
  { effect, sharing }: { effect: E; sharing: readonly string[] },
  args: Record<string, unknown>,
): E | 'sharing' | 'write' => {
  if (effect === 'sharing' && sharing.length === 0) return 'sharing'
  if (effect !== 'sharing' && effect !== 'write') return effect
  return sharing.some((field) => args[field] !== undefined) || leadsToFile(args) ? 'sharing' : 'write'
}
