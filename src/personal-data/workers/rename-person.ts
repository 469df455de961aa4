import { jobWorker, type JobStep } from '../../jobs/job-worker.ts'
import type { StoredJob } from '../../jobs/job/job.ts'
import { loadErasureHandlers } from '../../platform/identity/erasure-registry.ts'
import type { ErasureHandler } from '../../platform/identity/erasure.ts'
import { forgetWords } from '../../platform/search/index/vocabulary-removal.ts'
import { groups } from '../../platform/identity/group.ts'
import type { Named } from '../../platform/identity/policy.ts'
import * as z from '../../platform/schema/schema.ts'
import { formerName, users } from '../../platform/identity/user.ts'
import { getItems } from '../../platform/table/batch/batch-get.ts'
import type { Item } from '../../platform/table/operation.ts'
import { findAnywhere } from '../../platform/trash/trashed-things.ts'
import { contacts } from '../../support/contact/contact.ts'
import * as trash from '../../trash/erasure.ts'
import { expireAddresses } from '../address-expiry.ts'
import { extractIds } from '../denormalized-names.ts'
import { renameCopies } from '../rename-copies.ts'
import { passTable } from '../table-pass.ts'
import { findRenames, removeRenames, takeRenames, Waiting } from '../waiting-renames.ts'

const RenameInput = z.object({ from: Waiting.default('waiting') })

const pickName = ({ id, name }: Named): Named => ({ id, name })

/** A group or a contact with its current name. */
type Other = Named & { isGroup: boolean }

/**
 * Returns these groups and contacts with their current names. Leaves out people, and resources deleted in the meantime
 * unless they are `erased`.
 */
const loadOthers = async (ids: string[], erased: ReadonlySet<string>): Promise<Map<string, Other>> => {
  const keys = ids.map((id) => ({ id }))
  const [found, people] = await Promise.all([groups.findMany(keys), users.findMany(keys)])
  const others = await Promise.all(
    keys.map(async ({ id }, n): Promise<Other[]> => {
      if (people[n]) return []
      const other = found[n] ?? (await findAnywhere(contacts, id))
      if (!other && !erased.has(id)) return []
      return [{ id, name: other?.name ?? formerName, isGroup: found[n] !== undefined }]
    }),
  )
  return new Map(others.flat().map((other) => [other.id, other]))
}

/** Returns the renames of these people, groups and contacts to their current names. */
const loadRenamings = async (ids: string[], former: Map<string, string[]>, others: Map<string, Other>) => {
  const people = await users.findMany(ids.flatMap((id) => (others.has(id) ? [] : { id })))
  return [
    ...people.flatMap((user) =>
      user ? (former.get(user.id) ?? []).map((former_name) => ({ ...pickName(user), former_name })) : [],
    ),
    // texts mention neither groups nor contacts
    ...ids.flatMap((id) => {
      const other = others.get(id)
      return other ? [{ ...pickName(other), former_name: undefined }] : []
    }),
  ]
}

/** Gives the copies of these people, groups and contacts in an item their current names. */
const renameItemCopies = async (
  first: Item,
  former: Map<string, string[]>,
  others: Map<string, Other>,
): Promise<string | undefined> => {
  const found = extractIds(first).filter((id) => former.has(id))
  let item: Item | undefined = first
  let outcome: string | undefined
  for (const renaming of await loadRenamings(found, former, others)) {
    if (!item || !(await renameCopies(item, renaming))) continue
    outcome = 'renamed'
    ;[item] = await getItems([first])
  }
  return outcome
}

/** Removes deleted groups from the list of members or grants of an item. */
const removeGroups = async (item: Item, ids: string[], handlers: ErasureHandler[]) => {
  const handler = handlers.find((one) => one.listsGroups && one.isOf(item))
  for (const id of ids) {
    const person = { id, name: '' }
    // a group owns nothing
    await handler?.handle(item, { person, successor: person, isShownToOthers: () => Promise.resolve(true) })
  }
}

const rename = async (job: StoredJob, until: number): Promise<JobStep> => {
  const { from } = RenameInput.parse(job.input)
  if (job.state['round'] === undefined) {
    // later renames wait for the next job (src/jobs/job/job-start.ts)
    await takeRenames(job.id, from)
    return { isDone: false, state: { round: 0 } }
  }
  const { former, deleted, erased } = await findRenames(job.id)
  if (former.size + deleted.size === 0) return { isDone: true }
  const handlers = deleted.size > 0 ? [...(await loadErasureHandlers()), ...trash.erasureHandlers] : []
  // read once per step: each of 100,000 members may name the group; a later rename has a later job
  const others = await loadOthers([...former.keys()], erased)
  const step = await passTable(job, until, {
    ...(from === 'prompt' && { rounds: 1 }),
    wants: (item) => extractIds(item).some((id) => former.has(id) || deleted.has(id)),
    visit: async (item) => {
      await removeGroups(
        item,
        extractIds(item).filter((id) => deleted.has(id)),
        handlers,
      )
      return renameItemCopies(item, former, others)
    },
  })
  if (!step.isDone) return step
  for (const id of former.keys()) {
    const other = others.get(id)
    const renamed = other?.isGroup ? undefined : (other ?? (await users.find({ id })))
    if (renamed) await forgetWords(former.get(id) ?? [], [renamed.name])
  }
  await removeRenames(job.id)
  return step
}

/**
 * Gives all copies of the names of people, groups and contacts their current names, for all waiting renames in one
 * pass: of two renames the later one wins, whichever job runs last. Removes deleted groups from all lists of members
 * and grants. Jobs of the kind `address_expiry` remove old network addresses.
 */
export const renamePerson = jobWorker('rename', (job, until) =>
  job.kind === 'address_expiry' ? expireAddresses(job, until) : rename(job, until),
)
