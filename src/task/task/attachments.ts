import { isDeepStrictEqual } from 'node:util'
import type { Attachment } from '../../files/attachment/attachment.ts'
import { maxAttachments } from './task.ts'

const toAttachmentIds = (list: Attachment[]) => list.map(({ id }) => id)

/**
 * Returns the IDs of the attachments after a change: the requested files, and attached files in the trash. Responses
 * omit the latter, so sending back a shown list must not remove them.
 */
export const withHidden = (sent: string[], listed: Attachment[], shown: Attachment[]): string[] => {
  const visible = toAttachmentIds(shown)
  const hidden = toAttachmentIds(listed).filter((id) => !visible.includes(id) && !sent.includes(id))
  const isSame = isDeepStrictEqual(
    sent,
    toAttachmentIds(listed).filter((id) => !hidden.includes(id)),
  )
  return isSame ? toAttachmentIds(listed) : [...sent, ...hidden].slice(0, maxAttachments)
}

/** Returns attachments in their current state for a response, without `listed` ones that are not `shown`. */
export const visibleAttachments = (attachments: Attachment[], listed: Attachment[], shown: Attachment[]) => {
  const present = new Map(shown.map((file) => [file.id, file]))
  const known = new Set(toAttachmentIds(listed))
  return attachments.flatMap((file) => present.get(file.id) ?? (known.has(file.id) ? [] : [file]))
}
