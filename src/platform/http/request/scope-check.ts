import { problemDocs } from '#docs'
import { includesScope, type TokenScope } from '../../identity/token-scope.ts'
import { problem } from '../../runtime/problem.ts'
import { effectOfArguments } from '../call-effect.ts'
import type { Effect } from '../access-level.ts'
import { greatestEffect } from '../spec-rules.ts'
import type { Spec } from '../spec.ts'

const scopeOf: Record<Effect, TokenScope> = {
  read: 'read',
  write: 'write',
  sharing: 'full',
  destructive: 'full',
  admin: 'admin',
}

export const scopeMissing = problem('auth.scope', 403, {
  wording: (needed: TokenScope) => `This requires an access token with the scope "${needed}".`,
  docs: problemDocs({
    meaning: 'The access token lacks the scope required by the operation.',
    example: ['write'],
  }),
})

type Scoped = Pick<Spec, 'method' | 'effect' | 'sharing' | 'administers' | 'scope' | 'isScopedByCall'>

const scopedEffect = (spec: Scoped, body: Record<string, unknown>, isOwn: boolean): Effect => {
  const isOwnWrite = isOwn && spec.administers?.some((field) => body[field] !== undefined) === false
  return effectOfArguments(
    { effect: isOwnWrite ? 'write' : greatestEffect(spec), sharing: spec.sharing ?? [] },
    body,
  )
}

/** Returns the scope that every call of an operation requires, regardless of its arguments. */
export const leastScope = (spec: Scoped): TokenScope => {
  if (spec.isScopedByCall) return 'read'
  return spec.scope ?? scopeOf[scopedEffect(spec, {}, true)]
}

/**
 * Throws 403 if a token's scope does not cover a call, or if it covers no call of the operation while the body is not
 * yet known. A session has no scope.
 */
export const requireScope = (
  spec: Scoped,
  { id, scope }: { id: string; scope?: TokenScope | undefined },
  body?: unknown,
  params?: { [name: string]: string | undefined } | null,
): void => {
  const needed =
    typeof body === 'object' && body !== null && !spec.isScopedByCall && !spec.scope
      ? scopeOf[scopedEffect(spec, body as Record<string, unknown>, params?.['id']?.toLowerCase() === id)]
      : leastScope(spec)
  if (!scope || !includesScope(scope, needed)) throw scopeMissing(needed)
}
