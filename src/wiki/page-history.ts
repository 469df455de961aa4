import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { pages, pageType } from './page.ts'
import { subscriptions } from './subscription.ts'

export const pageHistory: ResourceHistory = {
  changes: [
    historyOf(pages, {
      type: pageType.type,
      fields: {
        title: 'value',
        content: ({ revision, text }) => ({ revision, size: text.bytes }),
        space_id: 'value',
        parent_id: 'value',
        position: 'value',
        tags: 'value',
        status: 'value',
        review_at: 'value',
      },
    }),
    historyOf(subscriptions, {
      type: 'page_subscription',
      comesAlong: ({ since }) => since === 0,
      fields: { user_id: 'value' },
      idOf: ({ user_id }) => user_id,
      subject: ({ page_id }) => ({ type: pageType.type, id: page_id }),
      audience: () => 'admin',
      person: ({ user_id }) => user_id,
    }),
  ],
  undo: [
    {
      type: pageType.type,
      read: 'wiki_read_page',
      update: 'wiki_update_page',
      fields: {
        content: {
          present: ({ revision, content }: { revision: number; content: string }) => ({
            revision,
            size: Buffer.byteLength(content),
          }),
          isPresent: 'wiki_has_revision',
          operation: 'wiki_restore_revision',
          argumentsOf: ({ revision }: { revision: number }) => ({ number: revision }),
        },
        title: {},
        space_id: {
          refusal: ({ parent_id }: { parent_id: string | null }, fields) =>
            parent_id === null || fields.includes('parent_id')
              ? undefined
              : 'The page has moved with the one above it, and goes back only with that.',
        },
        parent_id: {},
        position: {},
        tags: {},
        // what was published is no draft again
        status: { isUndoable: ({ before }) => before !== 'draft' },
        review_at: {},
      },
      remove: 'wiki_delete_page',
      restore: restoreFromTrash,
    },
    {
      type: 'page_subscription',
      isPersonal: true,
      idsOf: ({ resource_id }) => ({ id: resource_id }),
      remove: 'wiki_unsubscribe_page',
      restore: 'wiki_subscribe_page',
    },
  ],
}
