import { environment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import { users } from '../../platform/identity/user.ts'
import { exists } from '../../platform/table/condition.ts'
import { ignoreConflict, tryWrite } from '../../platform/table/conflict.ts'
import { toAddToCount } from '../../platform/table/count.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { storageFull } from '../problems.ts'
import { files, type StoredFile } from './file.ts'

/** Number of bytes in the bucket that count for a person, as `version` (decision 0071). */
const totals = entity({
  name: 'files.storage_total',
  isInternal: true,
  schema: z.object({ user_id: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, () => 'storage'),
})

/**
 * Objects of the bucket that count for the owner of their file, from their announcement to their removal. Each has a
 * partition of its own, because an object outlives the rows of its file.
 */
const charges = entity({
  name: 'files.storage_charge',
  isInternal: true,
  schema: z.object({ file_id: z.string(), object_id: z.string(), user_id: z.string(), bytes: z.int() }),
  key: ({ file_id, object_id }: { file_id: string; object_id: string }) => ({
    pk: `object#${file_id}#${object_id}`,
    sk: 'charge',
  }),
})

const maxGigabytes = () => environment.limitOf('STORAGE_GB')

type Target = Pick<StoredFile, 'id' | 'owner'>

const toCreateCharge = ({ id: file_id, owner }: Target, object_id: string, bytes: number): Operation =>
  charges.toCreate(charges.make({ file_id, object_id, user_id: owner.id, bytes }))

/**
 * Returns the writes that count an object for the owner of its file, for the transaction that announces the object;
 * none without a limit. They fail with 413 beyond the limit, and conflict if the object counts already.
 */
export const toCharge = (file: Target, object_id: string, bytes: number): Operation[] => {
  const limit = maxGigabytes() * 1e9
  if (limit === 0) return []
  const otherwise = storageFull(maxGigabytes())
  return [
    toCreateCharge(file, object_id, bytes),
    toAddToCount(totals, { user_id: file.owner.id }, bytes, { limit, otherwise }),
  ]
}

/** Returns the writes that count an object for another file of the same owner instead; none without a limit. */
export const toMoveCharge = (from_id: string, to: Target, object_id: string, bytes: number): Operation[] => {
  if (maxGigabytes() === 0) return []
  const removal = charges.toRemove({ file_id: from_id, object_id })
  return [{ ...removal, require: [exists('pk')] }, toCreateCharge(to, object_id, bytes)]
}

/** Counts the object of a file that was stored without a limit, even beyond the limit. */
export const chargeStored = async (file: StoredFile): Promise<void> => {
  const { id: file_id, object_id, size, owner } = file
  if (maxGigabytes() === 0 || (await charges.find({ file_id, object_id }))) return
  const isStored = { ...files.toRequire(file), otherwise: undefined }
  const added = toAddToCount(totals, { user_id: owner.id }, size)
  await ignoreConflict(() => transact([toCreateCharge(file, object_id, size), added, isStored]))
}

/** Returns the bytes of a removed object to the person for whom they count; once, however often it is called. */
export const releaseCharge = async (file_id: string, object_id: string): Promise<void> => {
  const charge = await charges.find({ file_id, object_id })
  if (!charge) return
  const { user_id, bytes } = charge
  const returned = [charges.toRemove(charge), toAddToCount(totals, { user_id }, -bytes)]
  const whileThere = returned.map((write) => ({ ...write, require: [exists('pk')] }))
  // the person was erased, or another worker has returned the bytes
  if (!(await tryWrite(() => transact(whileThere)))) await charges.remove(charge)
}
