import type { StreamChange } from '../../platform/events/dispatcher.ts'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import type { StoredComment } from './comment.ts'
import { commentNews } from '../queues.ts'

/** Who is told of a comment: of a new one all, of another text those it newly mentions, of one put back nobody. */
export const newsOfComment = ({ before, after, isRestored }: StreamChange<StoredComment>): QueueMessage[] => {
  if (!after || isRestored) return []
  const { page_id, id: comment_id, mentions } = after
  const message = (to: 'subscribers' | 'mentioned') => commentNews.message({ page_id, comment_id, to })
  const isMentioning = mentions.some((id) => !before?.mentions.includes(id))
  return [...(before ? [] : [message('subscribers')]), ...(isMentioning ? [message('mentioned')] : [])]
}
