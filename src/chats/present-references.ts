import type { Attachment } from '../files/attachment.ts'
import { withPresentAttachments } from '../files/present-attachments.ts'
import type { Reader } from '../platform/resource.ts'
import type { Citation } from './citation.ts'
import { withCurrentSources } from './current-sources.ts'

interface Referring {
  attachments: Attachment[]
  sources?: Citation[] | undefined
}

/** Messages, oldest first, whose files and sources are shown as they are now: one or two round trips, mostly none. */
export const withPresentReferences = async <M extends Referring>(
  reader: Reader,
  messages: M[],
): Promise<M[]> => {
  const [sourced, attached] = await Promise.all([
    withCurrentSources(reader, messages),
    withPresentAttachments(messages),
  ])
  return sourced.map((message, index) => ({ ...message, attachments: attached[index]?.attachments ?? [] }))
}
