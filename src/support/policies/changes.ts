import { replyPrefix } from '../../mail/reply-address.ts'
import { groups } from '../../platform/identity/group.ts'
import { mailEnvironment } from '../../platform/runtime/environment.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { loadPolicies, policies, type PoliciesInput, type StoredPolicies } from './policies.ts'
import { policyVersions } from './versions.ts'

type Fields = z.output<typeof PoliciesInput>

const findCategoryGroups = (ids: (string | null)[] = []) =>
  groups.findMany([...new Set(ids)].flatMap((id) => (id === null ? [] : [{ id }])))

type Groups = Awaited<ReturnType<typeof findCategoryGroups>>

/**
 * Returns the categories with the names of their groups; throws 422 for an unknown group. A category may keep a group
 * that has been deleted.
 */
const withGroups = (given: Fields['categories'], found: Groups, { categories }: StoredPolicies) => {
  const known = [...found, ...categories.map(({ group }) => group)]
  return given.map(({ name, group_id, address }, index) => {
    const group = known.find((one) => one?.id === group_id)
    if (group_id !== null && !group)
      throw invalid(`categories[${index}].group_id`, 'must be the ID of a group')
    return { name, group_id, address, group: group ? { id: group.id, name: group.name } : null }
  })
}

/** Throws 422 if a new address of a category cannot receive mail. */
const requireReceived = (given: Fields['categories'], { categories }: StoredPolicies) => {
  const known = categories.map(({ address }) => address)
  const { inbound } = mailEnvironment
  for (const [index, { address }] of given.entries()) {
    if (address === null || known.includes(address)) continue
    const field = `categories[${index}].address`
    if (address.startsWith(replyPrefix)) throw invalid(field, `must not begin with "${replyPrefix}"`)
    if (inbound !== undefined && !address.endsWith(`@${inbound}`))
      throw invalid(field, `must be in the domain ${inbound}, which receives mail`)
  }
}

/** Changes the policies; throws 422 for an unknown group or an address that receives no mail, and 412. */
export const changePolicies = async ({ categories, ...clock }: Changes<Fields>, ifMatch: IfMatch) => {
  const [first, found] = await Promise.all([
    loadPolicies(),
    findCategoryGroups(categories?.map(({ group_id }) => group_id)),
  ])
  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? first : await loadPolicies()
    if (categories) requireReceived(categories, current)
    const changes = { ...clock, ...(categories && { categories: withGroups(categories, found, current) }) }
    const update = policies.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    const { thing } = update
    await transact([
      current.updated_at === null ? policies.toCreate(thing) : update,
      policyVersions.toPut(policyVersions.make({ ...thing, of_version: thing.version })),
    ])
    return thing
  })
}
