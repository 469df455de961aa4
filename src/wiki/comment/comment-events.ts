import type { StreamChange } from '../../platform/events/dispatcher.ts'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import type { StoredComment } from './comment.ts'
import { pageCommentEvents } from '../queues.ts'

/**
 * Returns the messages that notify people of a comment: all subscribers for a new comment, newly mentioned people for
 * an edit, nobody for a restored comment.
 */
export const toPageCommentEvents = ({
  before,
  after,
  isRestored,
}: StreamChange<StoredComment>): QueueMessage[] => {
  if (!after || isRestored) return []
  const { page_id, id: comment_id, mentions } = after
  const message = (to: 'subscribers' | 'mentioned') => pageCommentEvents.message({ page_id, comment_id, to })
  const isMentioning = mentions.some((id) => !before?.mentions.includes(id))
  return [...(before ? [] : [message('subscribers')]), ...(isMentioning ? [message('mentioned')] : [])]
}
