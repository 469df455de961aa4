import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import type { Reader } from '../../platform/resource.ts'
import type { StoredMessage } from './message.ts'
import { withVisibleSources } from './visible-sources.ts'

/**
 * Returns messages, oldest first, with the current state of their files and sources, as far as the reader may see them:
 * one or two round trips, mostly none.
 */
export const withPresentReferences = async (
  reader: Reader,
  messages: StoredMessage[],
): Promise<StoredMessage[]> => {
  const [sourced, attached] = await Promise.all([
    withVisibleSources(reader, messages),
    withPresentAttachments(messages),
  ])
  return sourced.map((message, index) => ({ ...message, attachments: attached[index]?.attachments ?? [] }))
}
