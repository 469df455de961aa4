import { isDeepStrictEqual } from 'node:util'
import type { Attachment } from '../../files/attachment/attachment.ts'
import { maxAttachments } from './task.ts'

const idsOf = (list: Attachment[]) => list.map(({ id }) => id)

/**
 * The ids of the files that a task is to have: those that were sent, and those that it has but that were not `shown`
 * since they are in the trash, so that a list that is sent back as it was shown takes nothing away.
 */
export const withHidden = (sent: string[], listed: Attachment[], shown: Attachment[]): string[] => {
  const visible = idsOf(shown)
  const hidden = idsOf(listed).filter((id) => !visible.includes(id) && !sent.includes(id))
  const isSame = isDeepStrictEqual(
    sent,
    idsOf(listed).filter((id) => !hidden.includes(id)),
  )
  return isSame ? idsOf(listed) : [...sent, ...hidden].slice(0, maxAttachments)
}

/** Attachments as they are shown: of those that were `listed` before, the ones that are `shown`, as they are now. */
export const shownAttachments = (attachments: Attachment[], listed: Attachment[], shown: Attachment[]) => {
  const present = new Map(shown.map((file) => [file.id, file]))
  const known = new Set(idsOf(listed))
  return attachments.flatMap((file) => present.get(file.id) ?? (known.has(file.id) ? [] : [file]))
}
