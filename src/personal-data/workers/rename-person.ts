import { jobWorker, type JobStep } from '../../jobs/job/job-worker.ts'
import type { StoredJob } from '../../jobs/job/job.ts'
import { forgetWords } from '../../platform/search/index/vocabulary-removal.ts'
import { users } from '../../platform/identity/user.ts'
import { getItems } from '../../platform/table/batch/batch-get.ts'
import type { Item } from '../../platform/table/operation.ts'
import { expireAddresses } from '../address-expiry.ts'
import { idsIn } from '../copies.ts'
import { renameCopies } from '../rename-copies.ts'
import { passTable } from '../table-pass.ts'
import { findRenames, removeRenames, takeRenames } from '../waiting-renames.ts'

/** Gives the copies of all these people in an item their names of now. */
const renameIn = async (first: Item, former: Map<string, string[]>): Promise<string | undefined> => {
  const found = idsIn(first).filter((id) => former.has(id))
  const people = await users.findMany(found.map((id) => ({ id })))
  let item: Item | undefined = first
  let outcome: string | undefined
  for (const user of people)
    for (const former_name of (user && former.get(user.id)) ?? []) {
      if (!item || !user || !(await renameCopies(item, { id: user.id, name: user.name, former_name })))
        continue
      outcome = 'renamed'
      ;[item] = await getItems([first])
    }
  return outcome
}

const rename = async (job: StoredJob, until: number): Promise<JobStep> => {
  if (job.state['round'] === undefined) {
    // who is renamed from now on waits for the next job (job-start.ts)
    await takeRenames(job.id)
    return { isDone: false, state: { round: 0 } }
  }
  const former = await findRenames(job.id)
  if (former.size === 0) return { isDone: true }
  const step = await passTable(job, until, {
    wants: (item) => idsIn(item).some((id) => former.has(id)),
    visit: (item) => renameIn(item, former),
  })
  if (!step.isDone) return step
  const people = await users.findMany([...former.keys()].map((id) => ({ id })))
  for (const user of people) if (user) await forgetWords(former.get(user.id) ?? [], [user.name])
  await removeRenames(job.id)
  return step
}

/**
 * Gives all copies of the names of people the names of now, of all who wait in one pass: of two renames the later one
 * stays, whichever runs last. The jobs of its kind that are no renames take old network addresses off the table.
 */
export const renamePerson = jobWorker('rename', (job, until) =>
  job.kind === 'address_expiry' ? expireAddresses(job, until) : rename(job, until),
)
