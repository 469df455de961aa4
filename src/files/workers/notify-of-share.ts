import { notify } from '../../notifications/notify.ts'
import { withdraw } from '../../notifications/sent-notification.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { linkTo } from '../../platform/resource.ts'
import { files, fileType } from '../file/file.ts'
import { isSharedBy } from '../file/share-change.ts'
import { fileSharings } from '../queues.ts'

/** Notifies people of a file shared with them, and withdraws notifications from people who have lost the file. */
export const notifyOfShare = worker(fileSharings, {}, async ({ file_id, user_ids, by_id, at }) => {
  const [file, by] = await Promise.all([files.find({ id: file_id }), users.find({ id: by_id })])
  const cause = `file_shared#${file_id}`
  if (file && by) {
    const having = user_ids.filter((id) => isSharedBy(file, { at }, id))
    const recipients = having.filter((id) => id !== by_id)
    const resource = linkTo(fileType, { id: file_id, title: file.name })
    const event = { type: 'file_shared' as const, actor: { id: by.id, name: by.name }, resource, cause, at }
    await notify(recipients, event, { no_access: user_ids, own_action: having })
  } else logOutcome({ type: 'file_shared', id: file_id }, 'obsolete', user_ids)
  // also from people who lost the file while they were being notified
  const present = await files.find({ id: file_id })
  const lost = user_ids.filter((id) => !isSharedBy(present, { at }, id))
  await withdraw(lost, { cause, at })
})
