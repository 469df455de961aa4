import { notify, withdraw } from '../../notifications/notify.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { linkTo } from '../../platform/resource.ts'
import { files, fileType } from '../file/file.ts'
import { isSharedBy } from '../file/share-change.ts'
import { fileSharings } from '../queues.ts'

/** Tells people that a file was shared with them; from those who have it no more, what they were told is withdrawn. */
export const tellOfShare = worker(fileSharings, {}, async ({ file_id, user_ids, by_id, at }) => {
  const [file, by] = await Promise.all([files.find({ id: file_id }), users.find({ id: by_id })])
  const cause = `file_shared#${file_id}`
  if (file && by) {
    const told = user_ids.filter((id) => id !== by_id && isSharedBy(file, { at }, id))
    const resource = linkTo(fileType, { id: file_id, title: file.name })
    await notify(told, { type: 'file_shared', actor: { id: by.id, name: by.name }, resource, cause, at })
  }
  // also from those who have lost it while they were told
  const present = await files.find({ id: file_id })
  const lost = user_ids.filter((id) => !isSharedBy(present, { at }, id))
  await withdraw(lost, { cause, at })
})
