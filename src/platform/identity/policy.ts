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

/** Grant of a list entry: its rule, its permission and, if the entry names a group, that group. */
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

/** Rules by which a resource of a kind grants permissions. */
interface PolicyOptions<P extends string, T> {
  /** Resource type in audited reads. */
  type: string
  /** Permissions from least to most; each includes all before it. */
  permissions: readonly [P, ...P[]]
  /** Returns the owner, who has the greatest permission. */
  owner?: (resource: T) => { id: string }
  /** Returns the permission of a participant. */
  member?: (resource: T, person: Principal) => NoInfer<P> | undefined
  /** Returns the permissions from each list entry that names the person or one of their groups (members.ts). */
  listed?: (resource: T, person: Principal) => Listed<NoInfer<P>>[]
  /** Returns everyone's permission for a resource that is open to the company. */
  internal?: (resource: T) => NoInfer<P> | undefined
  /** Returns everyone's permission for a resource that is published. */
  public?: (resource: T) => NoInfer<P> | undefined
  /** Permissions that a role alone grants. */
  roles?: Partial<Record<Role, NoInfer<P>>>
}

interface Asked<P extends string> {
  /** Resource being read, if the permission follows from another resource. */
  about?: ResourceRef | undefined
  /** Permission required to see the resource. */
  least?: P | undefined
}

/** Decisions about resources of a kind. */
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
  decide: (resource: T, person: Principal, least?: P) => Decision<P> | undefined
  allows: (resource: T, person: Principal, needed: P) => boolean
  /**
   * Decides for a person who is about to read the resource, and audits the read if only their role lets them see it
   * (decision 0020).
   */
  authorize: (resource: T, person: Principal, asked?: Asked<P>) => Decision<P> | undefined
}

/** Returns each rule's grant to a person, in the order in which the rules decide. */
const personGrants = <P extends string, T>(
  { permissions, owner, member, listed, internal, public: published, roles = {} }: PolicyOptions<P, T>,
  resource: T,
  person: Principal,
): (readonly [Rule, P | undefined, (Named | null | undefined)?])[] => [
  ['owner', owner?.(resource).id === person.id ? permissions.at(-1) : undefined],
  ['member', member?.(resource, person)],
  ...(listed?.(resource, person) ?? []),
  ['internal', internal?.(resource)],
  ['public', published?.(resource)],
  ['role', roles[person.role]],
]

export const policy = <const P extends string, T extends { id: string }>(
  options: PolicyOptions<P, T>,
): Policy<P, T> => {
  const { type, permissions } = options
  const greatest = permissions[permissions.length - 1] ?? permissions[0]
  const permissionRank = (permission: P) => permissions.indexOf(permission)

  const includes: Policy<P, T>['includes'] = (permission, needed) =>
    permission !== undefined && permissionRank(permission) >= permissionRank(needed)

  const decide: Policy<P, T>['decide'] = (resource, person, least = permissions[0]) => {
    const grants = personGrants(options, resource, person).flatMap(([by, permission, group]) =>
      permission !== undefined && includes(permission, least)
        ? { by, permission, ...(group && { group }) }
        : [],
    )
    const [first] = grants.toSorted((a, b) => permissionRank(b.permission) - permissionRank(a.permission))
    return first && { ...first, isByRoleAlone: grants.every(({ by }) => by === 'role') }
  }

  return {
    greatest,
    isOpen: (thing) => (options.internal?.(thing) ?? options.public?.(thing)) !== undefined,
    includes,
    decide,
    allows: (resource, person, needed) => decide(resource, person, needed) !== undefined,
    authorize: (resource, person, { about = { type, id: resource.id }, least } = {}) =>
      audited(person, about, decide(resource, person, least)),
  }
}

/** Audits the read that a decision allows, if only the role of the person allows it. */
export const audited = <D extends Decision | undefined>(
  person: Principal,
  resource: ResourceRef,
  decision: D,
): D => {
  if (decision?.isByRoleAlone) noteReading(person, resource)
  return decision
}

/** Returns a person without the permissions of an administrator. */
export const asPerson = ({ id, role, groups }: Principal): Principal => ({
  id,
  groups,
  role: role === 'admin' ? 'user' : role,
})

/** Permission that a person needs in addition to seeing a resource. */
interface Right<P> {
  needed: P
  /** 403: the person sees the resource, but lacks the permission. */
  missing: () => Problem
}

/**
 * Creates a function that returns a resource if a person sees it and has the further permission `right`, if any. The
 * function throws `absent` if there is no resource or the person may not see it, and `missing` if they see it but lack
 * the permission. It audits the decision.
 */
export const requirement =
  <P extends string, T extends { id: string }>(
    { authorize, includes }: Policy<P, T>,
    absent: () => Problem,
    right?: Right<NoInfer<P>>,
  ) =>
  <S extends T>(person: Principal, resource: S | undefined, asked: Asked<P> = {}): S => {
    const decision = resource && authorize(resource, person, asked)
    if (!resource || !decision) throw absent()
    if (right && !includes(decision.permission, right.needed)) throw right.missing()
    return resource
  }

/** Creates a function that returns which of some people may currently read a resource and its contents. */
export const readersBy =
  <T extends { visibility: string }>({ decide }: { decide: (resource: T, person: Principal) => unknown }) =>
  async (resource: T, ids: string[]): Promise<string[]> => {
    if (resource.visibility === 'internal') return ids
    const people = await findPrincipals(ids)
    return people.flatMap((person) => (person && decide(resource, person) ? [person.id] : []))
  }
