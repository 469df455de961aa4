import { isDeepStrictEqual } from 'node:util'
import type { Attachment } from '../../files/attachment/attachment.ts'
import { maxAttachments } from './task.ts'

const toAttachmentIds = (list: Attachment[]) => list.map(({ id }) => id)

/**
 * Returns the IDs of the attachments after a change: those in the request, and those that responses do not show because
 * they are in the trash, so that sending back a shown list removes nothing.
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

/** Returns attachments for a response: of those `listed` before, only those `shown`, in their current state. */
export const visibleAttachments = (attachments: Attachment[], listed: Attachment[], shown: Attachment[]) => {
  const present = new Map(shown.map((file) => [file.id, file]))
  const known = new Set(toAttachmentIds(listed))
  return attachments.flatMap((file) => present.get(file.id) ?? (known.has(file.id) ? [] : [file]))
}
