import { forgetWords } from '../platform/search/index/vocabulary-removal.ts'
import { formerName, users } from '../platform/identity/user.ts'
import { now } from '../platform/runtime/time.ts'
import { removeBatch } from '../platform/table/batch/batch-write.ts'
import { listKeys } from '../platform/table/list/partition.ts'
import { transact } from '../platform/table/table.ts'
import { toKnow } from '../scim/directory-key.ts'
import { toDirectory } from '../scim/directory.ts'
import { credentials } from '../users/credentials.ts'
import { identities } from '../users/identity.ts'
import { forgetAttempts } from '../users/user/erasure.ts'

/** Further fields to clear. */
const forgotten = { identity: null, directory: null, email_status: 'ok' } as const

/**
 * Removes name, address and settings of a person. Only the fact that they existed remains, and their former name until
 * the erasure ends.
 */
const anonymize = async (id: string): Promise<void> => {
  const first = await users.find({ id })
  if (!first) return
  await users.modify(first, async (current) => {
    const { email, name, type, created_at, erasure_job_id, identity } = current
    if (current.erased_at !== null) return
    await forgetWords([name, email ?? ''])
    if (email !== null) await forgetAttempts(email)
    // memberships are removed one by one, and count until then
    const {
      version: _version,
      group_ids: _groups,
      ...nobody
    } = users.make({
      id,
      name: formerName,
      former_name: name,
      type,
      role: 'user',
      is_active: false,
      manager: null,
      created_at,
      erasure_job_id,
    })
    const update = users.toUpdate(current, {
      ...nobody,
      ...forgotten,
      epoch: current.epoch + 1,
      token_epoch: current.token_epoch + 1,
      erased_at: now(),
    })
    await transact([
      update,
      ...(email === null ? [] : [credentials.toRemove({ email })]),
      ...(identity ? [identities.toRemove(identity)] : []),
      ...toKnow(id, toDirectory(current), undefined),
    ])
  })
}

/**
 * Removes an account permanently: the person's identity, and everything stored under the person alone, such as
 * sessions, notifications, tokens and resources shared with them.
 */
export const eraseAccount = async (id: string): Promise<void> => {
  await anonymize(id)
  const own = users.keyOf({ id })
  const keys = await Promise.all(
    [own.pk, `calendar#${id}`, `person-chats#${id}`].map((pk) => listKeys(pk, '')),
  )
  await removeBatch(keys.flat().filter(({ pk, sk }) => pk !== own.pk || sk !== own.sk))
}

/** Ends an erasure by removing the person's former name. */
export const clearFormerName = async (id: string): Promise<void> => {
  const user = await users.find({ id })
  if (user && user.former_name !== null) await users.update(user, { former_name: null })
}
