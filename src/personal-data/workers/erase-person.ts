import { jobWorker } from '../../jobs/job-worker.ts'
import type { StoredJob } from '../../jobs/job/job.ts'
import { loadErasureHandlers, shownToOthers } from '../../platform/identity/erasure-registry.ts'
import type { Erasure, ErasureHandler } from '../../platform/identity/erasure.ts'
import { formerName, users } from '../../platform/identity/user.ts'
import { eraseGapMark, isGapMark } from '../../search/gap/erasure.ts'
import { forgetWords } from '../../platform/search/index/vocabulary-removal.ts'
import type { Item } from '../../platform/table/operation.ts'
import * as trash from '../../trash/erasure.ts'
import * as undo from '../../undo/erasure.ts'
import { eraseAccount, clearFormerName } from '../account-erasure.ts'
import { ErasureInput, FormerName } from '../inputs.ts'
import { renameCopies } from '../rename-copies.ts'
import { containsPerson, passTable } from '../table-pass.ts'

/** Returns the successor; the person who started the job if the successor was deactivated in the meantime. */
const findSuccessor = async ({ user_id: starter_id }: StoredJob, successor_id: string) => {
  const [chosen, starter] = await users.findMany([{ id: successor_id }, { id: starter_id ?? successor_id }])
  const { id, name } = (chosen?.is_active ? chosen : starter) ?? { id: successor_id, name: formerName }
  return { id, name }
}

/** Applies the erasure handler of an item's kind, and removes the name from an item that remains. */
const eraseFrom = async (
  item: Item,
  handlers: ErasureHandler[],
  erasure: Erasure,
  former_name: string | undefined,
): Promise<string | undefined> => {
  const handler = handlers.find((one) => one.isOf(item))
  const outcome = await handler?.handle(item, erasure)
  if (outcome === 'removed') return outcome
  const isRenamed = await renameCopies(item, { ...erasure.person, former_name, isErased: true })
  return isRenamed ? (outcome ?? 'renamed') : outcome
}

/** Removes the account of a person first, then everything in the table that names them. */
export const erasePerson = jobWorker('erasure', async (job, until) => {
  const { user_id: id, successor_id } = ErasureInput.parse(job.input)
  const { former_name } = FormerName.parse(job.state)
  if (job.state['round'] === undefined) {
    await eraseAccount(id)
    return { isDone: false, state: { former_name, round: 0 }, stage: 'Removing the account' }
  }
  const erasure = {
    person: { id, name: formerName },
    successor: await findSuccessor(job, successor_id),
    isShownToOthers: shownToOthers({ id, name: formerName }),
  }
  const handlers = [...(await loadErasureHandlers()), ...trash.erasureHandlers, ...undo.erasureHandlers]
  const step = await passTable(job, until, {
    wants: (item) => isGapMark(item) || containsPerson({ id })(item),
    visit: (item) =>
      isGapMark(item) ? eraseGapMark(item, id) : eraseFrom(item, handlers, erasure, former_name),
  })
  if (!step.isDone) return step
  // again: a text that mentions the person may have been indexed after the account was removed
  if (former_name !== undefined) await forgetWords([former_name])
  await clearFormerName(id)
  return step
})
