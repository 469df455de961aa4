/** What an access token of a program may do, from the least to the most; each includes those before it. */
export const rankedScopes = ['read', 'write', 'full', 'admin'] as const

/** Beside these, what a directory's token may do: provision people and groups (`/scim/v2`), and nothing else. */
export const tokenScopes = [...rankedScopes, 'scim'] as const
export type TokenScope = (typeof tokenScopes)[number]

const rankOf = (scope: TokenScope) => tokenScopes.indexOf(scope)

export const includesScope = (scope: TokenScope, needed: TokenScope): boolean =>
  scope === needed || (scope !== 'scim' && needed !== 'scim' && rankOf(scope) >= rankOf(needed))

/** The one of these that allows most. */
export const widestScope = (scopes: readonly TokenScope[]): TokenScope =>
  scopes.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? 'read'

/** The one of two that allows less; without one the other. */
export const narrowerScope = (a: TokenScope | undefined, b: TokenScope): TokenScope =>
  a !== undefined && includesScope(b, a) ? a : b
