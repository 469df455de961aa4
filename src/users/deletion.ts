import { toStartJob } from '../jobs/job/job-start.ts'
import { isEnded, jobs, type StoredJob } from '../jobs/job/job.ts'
import { findOpenJobs } from '../jobs/job/open-jobs.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { users, type StoredUser } from '../platform/identity/user.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import { invalid, problem } from '../platform/runtime/problem.ts'
import { matchedVersion, type IfMatch } from '../platform/table/changes.ts'
import { transact } from '../platform/table/table.ts'
import { requireSessionForAdministrator } from './access.ts'
import { changeUser, toChangeUser } from './registration.ts'

interface Deletion {
  erase: boolean
  successor_id: string | undefined
  ifMatch: IfMatch
  /** Empty outside a session. */
  sessionId: string
}

/** Throws 422 unless the successor is another active user. */
const requireSuccessor = (
  id: string,
  successor_id: string,
  successor: { is_active: boolean } | undefined,
) => {
  if (!successor?.is_active || successor_id === id)
    throw invalid('successor_id', 'must be the ID of another active user')
}

export const beingErased = problem(
  'users.being_erased',
  409,
  'This person is already being erased with another "successor_id"; cancel that job first.',
)

export const ownAccount = problem(
  'users.own_account',
  409,
  'You must not delete your own account; ask another administrator.',
)

/** Returns the running job that erases a person; throws 409 if its successor differs from the requested one. */
const findRunning = async (
  { erasure_job_id: id }: StoredUser,
  successor_id: string | undefined,
): Promise<StoredJob | undefined> => {
  const job = id === null ? undefined : await jobs.find({ id })
  if (!job || isEnded(job)) return undefined
  if (successor_id !== undefined && job.input['successor_id'] !== successor_id) throw beingErased()
  return job
}

/** Starts the job that erases a person and locks them out at once; returns the job if it is already running. */
const eraseUser = (
  actor: Actor,
  first: StoredUser,
  { successor_id, ifMatch }: Deletion,
  open: ReturnType<typeof findOpenJobs>,
): Promise<StoredJob> =>
  users.modify(first, async (current) => {
    matchedVersion(users.name, current, ifMatch)
    const running = await findRunning(current, successor_id)
    if (running) return running
    const { job, operations } = await toStartJob(
      {
        kind: 'erasure',
        user_id: actor.id,
        input: { user_id: current.id, successor_id: successor_id ?? actor.id },
        state: { former_name: current.former_name ?? current.name },
      },
      current === first ? open : undefined,
    )
    const changes = { is_active: false, erasure_job_id: job.id }
    // an incomplete erasure is repeated
    const own =
      current.erased_at === null
        ? (await toChangeUser(current, changes, { by: actor.id })).operations
        : [users.toUpdate(current, changes)]
    await transact([...own, ...operations])
    return job
  })

/**
 * Deactivates a person; with `erase`, also starts the job that erases them, and returns it. Throws 404, 403 for an
 * administrator outside a session, 409 for the caller themselves, for the last administrator and, without `erase`, for
 * an erased person, 412, 422, and 429 with too many jobs.
 */
export const removeUser = async (
  actor: Actor,
  id: string,
  deletion: Deletion,
): Promise<StoredJob | undefined> => {
  const { erase, successor_id = actor.id, ifMatch } = deletion
  // loaded in parallel with the people, whose absence is reported first
  const open = erase ? awaitLater(findOpenJobs(actor.id)) : undefined
  const [user, successor] = await users.findMany([{ id }, { id: successor_id }])
  if (!user) throw users.absent()
  if (id === actor.id) throw ownAccount()
  requireSessionForAdministrator(deletion.sessionId, user.role)
  requireSuccessor(id, successor_id, successor)
  if (open) return eraseUser(actor, user, deletion, open)
  await changeUser(user, { is_active: false }, { ifMatch, by: actor.id })
  return undefined
}
