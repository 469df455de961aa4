import { problemDocs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { fold } from '../../language/fold.ts'

/** Reservation of a key for one project: the key is taken while the item exists. */
export const projectKeys = entity({
  name: 'task.project_key',
  isInternal: true,
  schema: z.object({ key: z.string(), project_id: z.string() }),
  key: ({ key }: { key: string }) => ({ pk: `project-key#${key}`, sk: 'key' }),
})

export const keyTaken = problem('task.project_key_taken', 409, {
  wording: (key: string) => `Another project already has the key "${key}".`,
  docs: problemDocs({ meaning: 'Another project already has this key.', example: ['WEB'] }),
})

const maxKeyCharacters = 10

/**
 * Returns the key to try at each attempt: initials or first letters of the name, then numbered, then with a random
 * suffix.
 */
export const proposeKey = (name: string, attempt: number): string => {
  const words = fold(name)
    .toUpperCase()
    .match(/[A-Z][A-Z0-9]*/g)
  const initials = (words ?? []).map((word) => word.charAt(0)).join('')
  const letters = initials.length > 1 ? initials : (words?.[0] ?? '').slice(0, 4)
  const base = letters.length > 1 ? letters : `PR${letters}`
  if (attempt === 0) return base.slice(0, maxKeyCharacters)
  const end = attempt < 5 ? String(attempt + 1) : newId().slice(-6).toUpperCase()
  return `${base.slice(0, maxKeyCharacters - end.length)}${end}`
}
