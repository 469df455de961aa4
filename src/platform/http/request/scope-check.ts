import { told } from '#docs'
import { includesScope, type TokenScope } from '../../identity/token-scope.ts'
import { problem } from '../../runtime/problem.ts'
import { effectOfArguments } from '../call-effect.ts'
import { effectOf, type Effect, type Spec } from '../spec.ts'

const scopeOf: Record<Effect, TokenScope> = {
  read: 'read',
  write: 'write',
  sharing: 'full',
  destructive: 'full',
  admin: 'admin',
}

export const scopeMissing = problem('auth.scope', 403, {
  wording: (needed: TokenScope) => `This requires an access token with the scope "${needed}".`,
  docs: told({ meaning: 'The access token lacks the scope that this needs.', example: ['write'] }),
})

type Scoped = Pick<Spec, 'method' | 'effect' | 'sharing' | 'administers' | 'scope' | 'isScopedByCall'>

const effectOfCall = (spec: Scoped, body: Record<string, unknown>, isOwn: boolean): Effect => {
  const isOwnWrite = isOwn && spec.administers?.some((field) => body[field] !== undefined) === false
  return effectOfArguments(
    { effect: isOwnWrite ? 'write' : effectOf(spec), sharing: spec.sharing ?? [] },
    body,
  )
}

/** The scope that every call of an operation needs, whatever it is given. */
export const leastScopeOf = (spec: Scoped): TokenScope => {
  if (spec.isScopedByCall) return 'read'
  return spec.scope ?? scopeOf[effectOfCall(spec, {}, true)]
}

/**
 * Throws 403 where a token's scope, which a session has none of, does not cover a call; before its body is known, where
 * it covers no call.
 */
export const requireScope = (
  spec: Scoped,
  { id, scope }: { id: string; scope?: TokenScope | undefined },
  body?: unknown,
  params?: { [name: string]: string | undefined } | null,
): void => {
  const needed =
    typeof body === 'object' && body !== null && !spec.isScopedByCall && !spec.scope
      ? scopeOf[effectOfCall(spec, body as Record<string, unknown>, params?.['id']?.toLowerCase() === id)]
      : leastScopeOf(spec)
  if (!scope || !includesScope(scope, needed)) throw scopeMissing(needed)
}
