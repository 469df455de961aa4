import { linkTo, type Resource } from '../../platform/resource.ts'
import { webhooks, webhookType } from './webhook.ts'

export const webhookResource: Resource = {
  type: webhookType.type,
  trash: 'A deleted webhook must be created again, with a new secret.',
  undo: 'Events may have been sent since the change.',
  erasure: 'A webhook is kept for the other administrators.',
  rights: 'Only administrators see webhooks.',
  load: async (reader, wanted) => {
    if (reader.role !== 'admin') return wanted.map(() => undefined)
    return (await webhooks.findMany(wanted)).map(
      (webhook) =>
        webhook && {
          ...linkTo(webhookType, { id: webhook.id, title: new URL(webhook.url).host }),
          text: webhook.description,
          updated_at: webhook.updated_at,
        },
    )
  },
}
