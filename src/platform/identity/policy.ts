import type { Problem } from '../runtime/problem.ts'
import type { Actor, Role } from './actor.ts'
import { noteReading } from './read-audit.ts'
import type { ResourceRef } from '../resource-ref.ts'
import { findPrincipals } from './principals.ts'

export type Principal = Pick<Actor, 'id' | 'role' | 'groups'>

/** Rule that grants a permission. If two rules grant the same, the one listed first decides. */
export type Rule = 'owner' | 'member' | 'group' | 'attachment' | 'internal' | 'public' | 'role'

export interface Named {
  id: string
  name: string
}

/** Grant of a list entry: its rule, its permission, and the group of the person that holds it. */
export type Listed<P> = readonly ['member' | 'group', P, (Named | null | undefined)?]

/** Permission of a person, and the reason for it. */
export interface Decision<P extends string = string> {
  permission: P
  /** Rule that grants the permission. */
  by: Rule
  /** Group that holds the permission, for the rule `group`. */
  group?: Named | undefined
  /** True if the person sees the resource by their role alone. */
  isByRoleAlone: boolean
}

/** Permissions that the facts of a resource grant. */
interface PolicyOptions<P extends string, T> {
  /** Resource type in audited reads. */
  type: string
  /** Permissions from least to most; each includes all before it. */
  permissions: readonly [P, ...P[]]
  /** Returns the owner, who has the greatest permission. */
  owner?: (thing: T) => { id: string }
  /** Returns the permission of a participant. */
  member?: (thing: T, person: Principal) => NoInfer<P> | undefined
  /** Returns the permissions from each list entry that names the person or one of their groups (members.ts). */
  listed?: (thing: T, person: Principal) => Listed<NoInfer<P>>[]
  /** Returns everyone's permission for a resource that is open to the company. */
  internal?: (thing: T) => NoInfer<P> | undefined
  /** Returns everyone's permission for a resource that is published. */
  public?: (thing: T) => NoInfer<P> | undefined
  /** Permissions that a role alone grants. */
  roles?: Partial<Record<Role, NoInfer<P>>>
}

interface Asked<P extends string> {
  /** Resource being read, if the permission follows from another resource. */
  about?: ResourceRef | undefined
  /** Permission required to see the resource. */
  least?: P | undefined
}

/** Permission rules of a kind. */
interface Policy<P extends string, T> {
  /** The greatest permission, that of the owner. */
  greatest: P
  /** Returns true if a rule grants everyone a permission. */
  isOpen: (thing: T) => boolean
  /** Returns true if a permission includes the needed one. */
  includes: (permission: P | undefined, needed: P) => boolean
  /**
   * Returns the permission of a person and its reason; undefined if it is less than `least`, so that the person does
   * not see the resource.
   */
  decide: (thing: T, person: Principal, least?: P) => Decision<P> | undefined
  allows: (thing: T, person: Principal, needed: P) => boolean
  /**
   * Decides for a person who then sees the resource; audits the read if they see it by their role alone (decision
   * 0020).
   */
  authorize: (thing: T, person: Principal, asked?: Asked<P>) => Decision<P> | undefined
}

/** Returns each rule's grant to a person, in the order in which the rules decide. */
const personGrants = <P extends string, T>(
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
  const greatest = permissions[permissions.length - 1] ?? permissions[0]
  const rankOf = (permission: P) => permissions.indexOf(permission)

  const includes: Policy<P, T>['includes'] = (permission, needed) =>
    permission !== undefined && rankOf(permission) >= rankOf(needed)

  const decide: Policy<P, T>['decide'] = (thing, person, least = permissions[0]) => {
    const grants = personGrants(options, thing, person).flatMap(([by, permission, group]) =>
      permission !== undefined && includes(permission, least)
        ? { by, permission, ...(group && { group }) }
        : [],
    )
    const [first] = grants.toSorted((a, b) => rankOf(b.permission) - rankOf(a.permission))
    return first && { ...first, isByRoleAlone: grants.every(({ by }) => by === 'role') }
  }

  return {
    greatest,
    isOpen: (thing) => (options.internal?.(thing) ?? options.public?.(thing)) !== undefined,
    includes,
    decide,
    allows: (thing, person, needed) => decide(thing, person, needed) !== undefined,
    authorize: (thing, person, { about = { type, id: thing.id }, least } = {}) =>
      audited(person, about, decide(thing, person, least)),
  }
}

/** Audits a decision for a person who then sees the resource. */
export const audited = <D extends Decision | undefined>(
  person: Principal,
  thing: ResourceRef,
  decision: D,
): D => {
  if (decision?.isByRoleAlone) noteReading(person, thing)
  return decision
}

/** Returns a person without the permissions of an administrator. */
export const asPerson = ({ id, role, groups }: Principal): Principal => ({
  id,
  groups,
  role: role === 'admin' ? 'user' : role,
})

/** Permission required in addition to seeing a resource. */
interface Right<P> {
  needed: P
  /** 403: the person sees the resource, but lacks the permission. */
  missing: () => Problem
}

/**
 * Creates a function that requires a person to see a resource, or also to have a right to it, by an audited decision.
 * It returns the resource, throws `absent` if there is none or the person may not see it, and `missing` if they see it
 * but lack the right.
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

/** Creates a function that returns which of some people may currently read a resource and its contents. */
export const readersBy =
  <T extends { visibility: string }>({ decide }: { decide: (thing: T, person: Principal) => unknown }) =>
  async (thing: T, ids: string[]): Promise<string[]> => {
    if (thing.visibility === 'internal') return ids
    const people = await findPrincipals(ids)
    return people.flatMap((person) => (person && decide(thing, person) ? [person.id] : []))
  }
