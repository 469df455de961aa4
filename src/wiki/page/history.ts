import { concerningPerson, editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { pageFields, pages, pageType } from './page.ts'
import { subscriptions } from './subscription.ts'

export const pageHistory: ResourceHistory = {
  changes: [
    historyOf(pages, {
      ...pageType,
      fields: {
        ...editable(pageFields),
        content: { shown: ({ revision, text }) => ({ revision, size: text.bytes }) },
        // a published page cannot become a draft again
        status: { isUndoable: ({ before }) => before !== 'draft' },
      },
      removed: 'trashed',
    }),
    historyOf(subscriptions, {
      type: 'page_subscription',
      isImpliedCreation: ({ since }) => since === 0,
      fields: { user_id: 'value' },
      ...concerningPerson(pageType.type, 'page_id'),
      removed: 'made_again',
      isPersonal: true,
    }),
  ],
}
