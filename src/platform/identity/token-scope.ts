/** Scopes of a program's access token, from least to most; each includes all before it. */
export const rankedScopes = ['read', 'write', 'full', 'admin'] as const

/** All scopes. A directory's token has `scim`: it may provision people and groups (`/scim/v2`), and nothing else. */
export const tokenScopes = [...rankedScopes, 'scim'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Scopes that another issuer may grant its clients. */
export const issuedScopes = ['read', 'write', 'full'] as const satisfies TokenScope[]

const scopeRank = (scope: TokenScope) => tokenScopes.indexOf(scope)

export const includesScope = (scope: TokenScope, needed: TokenScope): boolean =>
  scope === needed || (scope !== 'scim' && needed !== 'scim' && scopeRank(scope) >= scopeRank(needed))

/** Returns the widest of these scopes. */
export const widestScope = (scopes: readonly TokenScope[]): TokenScope =>
  scopes.toSorted((a, b) => scopeRank(b) - scopeRank(a))[0] ?? 'read'

/** Returns the narrower of two scopes; the second if the first is absent. */
export const narrowerScope = (a: TokenScope | undefined, b: TokenScope): TokenScope =>
  a !== undefined && includesScope(b, a) ? a : b
