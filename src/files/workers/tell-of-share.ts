import { notify } from '../../notifications/notify.ts'
import { worker } from '../../platform/events/worker.ts'
import { findMember } from '../../platform/identity/members.ts'
import { linkTo } from '../../platform/resource.ts'
import { files, fileType } from '../file/file.ts'
import { fileShareNews } from '../queues.ts'

/** Tells people that a file was shared with them, unless it is theirs no more by now. */
export const tellOfShare = worker(fileShareNews, {}, async ({ file_id, user_ids, by, at }) => {
  const file = await files.find({ id: file_id })
  if (!file) return
  const told = user_ids.filter((id) => id !== by.id && findMember(file.grants, { id }))
  await notify(told, {
    type: 'file_shared',
    actor: by,
    resource: linkTo(fileType, { id: file_id, title: file.name }),
    cause: `file_shared#${file_id}`,
    at,
  })
})
