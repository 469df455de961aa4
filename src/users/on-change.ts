import { files } from '../files/file/file.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { renewAvatar } from './user/avatar-file.ts'

export const changeHandlers = [
  onChange(files, async ({ before, after }) => {
    if (before && before.object_id !== after?.object_id) await renewAvatar(before)
    return []
  }),
]
