import type { StoredFile } from '../files/file/file.ts'
import { lock, lockIdOf, lockOf, refreshLock, relock, unlock } from './locks.ts'
import { requireRight } from './open-file.ts'
import { noContent, versionHeader, type FileOperation, type OperationRequest } from './operation.ts'

/** An operation that changes the lock, for those who may write. */
const lockOperation =
  (change: (file: StoredFile, id: string, request: OperationRequest) => Promise<StoredFile>): FileOperation =>
  async ({ file, canWrite }, request) => {
    requireRight(canWrite)
    const id = lockIdOf(request.header('x-wopi-lock'), 'X-WOPI-Lock')
    return noContent(versionHeader(await change(file, id, request)))
  }

const relockByHeaders = (file: StoredFile, id: string, { header }: OperationRequest) =>
  relock(file, id, lockIdOf(header('x-wopi-oldlock'), 'X-WOPI-OldLock'))

/** LOCK with the lock that is to be replaced is UnlockAndRelock. */
const lockOrRelock = lockOperation((file, id, request) =>
  request.header('x-wopi-oldlock') === undefined ? lock(file, id) : relockByHeaders(file, id, request),
)

const getLock: FileOperation = async ({ file }) => noContent({ 'X-WOPI-Lock': lockOf(file) })

/** The operations on the lock of a file, by `X-WOPI-Override`. */
export const lockOperations = {
  LOCK: lockOrRelock,
  UNLOCK_AND_RELOCK: lockOperation(relockByHeaders),
  GET_LOCK: getLock,
  REFRESH_LOCK: lockOperation(refreshLock),
  UNLOCK: lockOperation(unlock),
}
