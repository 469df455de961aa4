import { jobWorker } from '../../jobs/job-worker.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { forgetWords } from '../../platform/search/vocabulary-removal.ts'
import { users } from '../../platform/identity/user.ts'
import { expireAddresses } from '../address-expiry.ts'
import { FormerName, RenameInput } from '../inputs.ts'
import { renameCopies } from '../rename-copies.ts'
import { naming, passTable, scanning } from '../table-pass.ts'

const rename = async (job: StoredJob, until: number) => {
  const { user_id: id } = RenameInput.parse(job.input)
  const user = await users.find({ id })
  if (!user) return { isDone: true }
  const { former_name } = FormerName.parse(job.state)
  const person = { id, name: user.name, former_name }
  const step = await passTable(job, until, {
    wants: naming(person),
    visit: async (item) => ((await renameCopies(item, person)) ? 'renamed' : undefined),
  })
  if (step.isDone && former_name !== undefined) await forgetWords([former_name], [user.name])
  return step
}

/**
 * Gives all copies of a person's name the name of now: of two renames the later one stays, whichever runs last. The
 * jobs of its queue that are no renames take old network addresses off the table.
 */
export const renamePerson = jobWorker('rename', scanning, (job, until) =>
  job.kind === 'address_expiry' ? expireAddresses(job, until) : rename(job, until),
)
