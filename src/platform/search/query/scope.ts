import type { Actor } from '../../identity/actor.ts'

/** The scope of the things that one person alone may read. */
export const personalScope = (scope: string, user_id: string): string => `${scope}#${user_id}`

/**
 * The scope of a thing that these people may read: their own where it is one person, so that what is private
 * to others is never looked at for them, else that of all others.
 */
export const scopeFor = (scope: string, readers: string[]): string => {
  const [first, ...others] = new Set(readers)
  return first !== undefined && others.length === 0 ? personalScope(scope, first) : scope
}

/** Where somebody finds what is in such scopes. */
export const scopesOf = (scope: string, reader: Pick<Actor, 'id'>): string[] => [
  scope,
  personalScope(scope, reader.id),
]
