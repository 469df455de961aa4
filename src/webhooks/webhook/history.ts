import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { webhooks, webhookType } from './webhook.ts'

export const webhookHistory: ResourceHistory = {
  changes: [
    historyOf(webhooks, {
      ...webhookType,
      fields: {
        url: 'value',
        events: 'value',
        description: 'value',
        is_active: 'value',
        secret: 'hidden',
      },
      audience: () => 'admin',
      refusal: 'Changes of webhooks cannot be undone, because events may have been sent since.',
    }),
  ],
}
