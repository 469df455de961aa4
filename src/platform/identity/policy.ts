import type { Problem } from '../runtime/problem.ts'
import type { Actor, Role } from './actor.ts'
import { noteReading } from './read-audit.ts'
import type { ResourceRef } from '../resource-ref.ts'
import { findPrincipals } from './principals.ts'

export type Principal = Pick<Actor, 'id' | 'role' | 'groups'>

/** Why somebody has a permission. Of two rules that grant the same, the one named first decides. */
export type Rule = 'owner' | 'member' | 'group' | 'attachment' | 'internal' | 'public' | 'role'

/** A person or a group by name. */
export interface Named {
  id: string
  name: string
}

/** What somebody's entry in a list grants: by which rule, what, and to which group of theirs. */
export type Listed<P> = readonly ['member' | 'group', P, (Named | null | undefined)?]

/** What somebody may do, and why. */
export interface Decision<P extends string = string> {
  permission: P
  /** The rule that grants it. */
  by: Rule
  /** The group that it is granted to, by the rule `group`. */
  group?: Named | undefined
  /** Whether no other rule lets them see the thing. */
  isByRoleAlone: boolean
}

/** Which facts of a thing grant which permission. */
interface PolicyOptions<P extends string, T> {
  /** What the things are called where a reading is audited. */
  type: string
  /** From the least to the most; each includes those before it. */
  permissions: readonly [P, ...P[]]
  /** Who has the most. */
  owner?: (thing: T) => { id: string }
  /** What somebody has who takes part in the thing. */
  member?: (thing: T, person: Principal) => NoInfer<P> | undefined
  /** What somebody has by each entry of a list that names them or a group of theirs (members.ts). */
  listed?: (thing: T, person: Principal) => Listed<NoInfer<P>>[]
  /** What everybody has in what is open to the company. */
  internal?: (thing: T) => NoInfer<P> | undefined
  /** What everybody has of what is published for all. */
  public?: (thing: T) => NoInfer<P> | undefined
  /** What a role alone grants. */
  roles?: Partial<Record<Role, NoInfer<P>>>
}

interface Asked<P extends string> {
  /** What is read, where another thing decides about it. */
  about?: ResourceRef | undefined
  /** What one needs to see it. */
  least?: P | undefined
}

/** Who may do what with the things of a kind. */
interface Policy<P extends string, T> {
  /** Whether a permission is what is needed, or more. */
  includes: (permission: P | undefined, needed: P) => boolean
  /** What somebody may do with a thing, and why; undefined for those who have less than `least`, who do not see it. */
  decide: (thing: T, person: Principal, least?: P) => Decision<P> | undefined
  allows: (thing: T, person: Principal, needed: P) => boolean
  /**
   * Decides for somebody who is then shown what they ask for: if they see it by their role alone, that is audited
   * (decision 0020).
   */
  authorize: (thing: T, person: Principal, asked?: Asked<P>) => Decision<P> | undefined
}

/** What each rule grants somebody, in the order in which the rules decide. */
const grantsOf = <P extends string, T>(
  { permissions, owner, member, listed, internal, public: published, roles = {} }: PolicyOptions<P, T>,
  thing: T,
  person: Principal,
): (readonly [Rule, P | undefined, (Named | null | undefined)?])[] => [
  ['owner', owner?.(thing).id === person.id ? permissions.at(-1) : undefined],
  ['member', member?.(thing, person)],
  ...(listed?.(thing, person) ?? []),
  ['internal', internal?.(thing)],
  ['public', published?.(thing)],
  ['role', roles[person.role]],
]

export const policy = <const P extends string, T extends { id: string }>(
  options: PolicyOptions<P, T>,
): Policy<P, T> => {
  const { type, permissions } = options
  const rankOf = (permission: P) => permissions.indexOf(permission)

  const includes: Policy<P, T>['includes'] = (permission, needed) =>
    permission !== undefined && rankOf(permission) >= rankOf(needed)

  const decide: Policy<P, T>['decide'] = (thing, person, least = permissions[0]) => {
    const grants = grantsOf(options, thing, person).flatMap(([by, permission, group]) =>
      permission !== undefined && includes(permission, least)
        ? { by, permission, ...(group && { group }) }
        : [],
    )
    const [first] = grants.toSorted((a, b) => rankOf(b.permission) - rankOf(a.permission))
    return first && { ...first, isByRoleAlone: grants.every(({ by }) => by === 'role') }
  }

  return {
    includes,
    decide,
    allows: (thing, person, needed) => decide(thing, person, needed) !== undefined,
    authorize: (thing, person, { about = { type, id: thing.id }, least } = {}) =>
      audited(person, about, decide(thing, person, least)),
  }
}

/** A decision for somebody who is then shown the thing. */
export const audited = <D extends Decision | undefined>(
  person: Principal,
  thing: ResourceRef,
  decision: D,
): D => {
  if (decision?.isByRoleAlone) noteReading(person, thing)
  return decision
}

/** Somebody without what they may do as an administrator alone. */
export const asPerson = ({ id, role, groups }: Principal): Principal => ({
  id,
  groups,
  role: role === 'admin' ? 'user' : role,
})

/** What somebody needs beside seeing a thing. */
interface Right<P> {
  needed: P
  /** 403: they see the thing, but lack this permission. */
  missing: () => Problem
}

/**
 * What requires that somebody sees a thing, or also has a right to it, by an audited decision: it gives the thing,
 * throws `absent` when there is none or they may not see it, `missing` when they see it but lack the right.
 */
export const requirement =
  <P extends string, T extends { id: string }>(
    { authorize, includes }: Policy<P, T>,
    absent: () => Problem,
    right?: Right<NoInfer<P>>,
  ) =>
  <S extends T>(person: Principal, thing: S | undefined, asked: Asked<P> = {}): S => {
    const decision = thing && authorize(thing, person, asked)
    if (!thing || !decision) throw absent()
    if (right && !includes(decision.permission, right.needed)) throw right.missing()
    return thing
  }

/** Finds those of some people who may read a thing, and what is in it, now. */
export const readersBy =
  <T extends { visibility: string }>({ decide }: { decide: (thing: T, person: Principal) => unknown }) =>
  async (thing: T, ids: string[]): Promise<string[]> => {
    if (thing.visibility === 'internal') return ids
    const people = await findPrincipals(ids)
    return people.flatMap((person) => (person && decide(thing, person) ? [person.id] : []))
  }
