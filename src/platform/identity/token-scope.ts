/** What an access token of a program may do, from the least to the most; each includes those before it. */
export const tokenScopes = ['read', 'write', 'full', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]

const rankOf = (scope: TokenScope) => tokenScopes.indexOf(scope)

export const includesScope = (scope: TokenScope, needed: TokenScope): boolean =>
  rankOf(scope) >= rankOf(needed)

/** The one of these that allows most. */
export const widestScope = (scopes: readonly TokenScope[]): TokenScope =>
  scopes.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? 'read'

/** The one of two that allows less; without one the other. */
export const narrowerScope = (a: TokenScope | undefined, b: TokenScope): TokenScope =>
  a !== undefined && includesScope(b, a) ? a : b
