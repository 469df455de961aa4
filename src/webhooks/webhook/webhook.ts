import { docs } from '#docs'
import { answeredId, Person, timestamp, versioned } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'

export const webhookType = { type: 'webhook', path: '/webhooks/{id}' } as const

/** Fields that administrators write. */
const fields = {
  url: z
    .string()
    .max(2_000)
    .meta(
      docs(
        'Address that receives events: https on port 443, without user name or password, at a public host.',
        {
          format: 'uri',
          examples: ['https://hooks.example.com/platform'],
        },
      ),
    ),
  events: z
    .array(z.string().max(100))
    .min(1)
    .max(200)
    .meta(
      docs('Names of events from `GET /webhooks/events`, or all events of a type, such as `task.*`.', {
        examples: [['task.*', 'wiki_page.updated']],
      }),
    ),
  description: z.string().max(1_000).default('').meta(docs('Purpose of the webhook.')),
  is_active: z.boolean().default(true).meta(docs('True if events are sent.')),
}

export const Webhook = z.described(docs('A receiver of events.', { id: 'Webhook' }), {
  id: answeredId.meta(docs('ID of the webhook.')),
  ...fields,
  off_reason: z
    .orNull(z.enum(['gone', 'failing']))
    .meta(
      docs(
        'Reason why the service turned it off: `gone` if the receiver answered 410, `failing` if no request ' +
          'succeeded for four days; null otherwise.',
      ),
    ),
  created_by: Person.meta(docs('The administrator who created it.')),
  ...versioned,
})

export const WebhookInput = z.strictObject(fields)

/** Webhooks in one partition, which is read whole: there are few. Secrets are sealed (signing-secret.ts). */
export const webhooks = entity({
  name: 'webhooks.webhook',
  schema: Webhook.extend({
    secret: z.string(),
    /** Secrets before the current one, which sign too until their times. */
    former_secrets: z.array(z.object({ secret: z.string(), until: timestamp })).default([]),
  }),
  key: ({ id }: { id: string }) => ({ pk: 'webhooks', sk: `webhook#${id}` }),
  lists: { all: { partition: () => 'webhooks', prefix: 'webhook#' } },
  detail: ['secret', 'former_secrets'],
})

export type StoredWebhook = ThingOf<typeof webhooks>
