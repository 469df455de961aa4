import { requireKnownEvents } from '../catalogue/event-patterns.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { urlRefusal } from '../../platform/outbound/public-address.ts'
import { problemDocs } from '#docs'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import * as z from '../../platform/schema/schema.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { toAddToCount } from '../../platform/table/count.ts'
import { entity } from '../../platform/table/entity.ts'
import { transact } from '../../platform/table/table.ts'
import { newSigningSecret, sealSecret } from './signing-secret.ts'
import { webhooks, type WebhookInput } from './webhook.ts'

/** Maximum number of webhooks. */
const maxWebhooks = 50

export const tooManyWebhooks = problem('webhooks.too_many_webhooks', 409, {
  wording: (limit: number) => `There must not be more than ${limit} webhooks; delete one first.`,
  docs: problemDocs({ meaning: 'The maximum number of webhooks exists.', example: [maxWebhooks] }),
})

type Fields = z.output<typeof WebhookInput>

/** Time for which a replaced secret signs too, in milliseconds. */
const formerMilliseconds = 86_400_000

/** Maximum number of replaced secrets that sign too: each one lengthens a header, which servers limit. */
const maxFormerSecrets = 10

export const tooManySecrets = problem('webhooks.too_many_secrets', 409, {
  wording: (until: string) =>
    `The secret was replaced ${maxFormerSecrets} times in 24 hours; replace it again after ${until}.`,
  docs: problemDocs({ meaning: 'The secret was replaced too often.', example: ['2026-07-28T10:00:00.000Z'] }),
})

/** Number of webhooks, as `version`. */
const webhookCounts = entity({
  name: 'webhooks.webhook_count',
  isInternal: true,
  schema: z.object({ version: z.int() }),
  key: () => ({ pk: 'webhooks', sk: 'count' }),
})

/** Throws 422 for an address that must not be called, and for an unknown event. */
const requireDeliverable = async ({ url, events }: Changes<Fields>): Promise<void> => {
  const refusal = url === undefined ? undefined : urlRefusal(url)
  if (refusal !== undefined) throw invalid('url', refusal)
  if (events) await requireKnownEvents(events)
}

/** Creates a webhook, whose secret is returned only here; throws 409 if there are too many, and 422. */
export const addWebhook = async ({ id, name }: Actor, fields: Fields) => {
  await requireDeliverable(fields)
  const secret = newSigningSecret()
  const webhook = webhooks.make({ ...fields, created_by: { id, name }, secret: '' })
  const sealed = await sealSecret(secret, webhook)
  const limited = { limit: maxWebhooks, otherwise: tooManyWebhooks(maxWebhooks) }
  await transact([
    webhooks.toCreate({ ...webhook, secret: sealed }),
    toAddToCount(webhookCounts, {}, 1, limited),
  ])
  return { ...webhook, secret }
}

/** Changes a webhook; throws 404, 412 and 422. */
export const changeWebhook = async (id: string, changes: Changes<Fields>, ifMatch: IfMatch) => {
  const webhook = await webhooks.get({ id })
  await requireDeliverable(changes)
  return webhooks.update(webhook, { ...changes, ...(changes.is_active && { off_reason: null }) }, ifMatch)
}

/** Gives a webhook a new secret, returned only here; former secrets sign too for a day. Throws 404 and 409. */
export const renewSecret = async (id: string) => {
  const secret = newSigningSecret()
  const sealed = await sealSecret(secret, { id })
  const until = new Date(Date.now() + formerMilliseconds).toISOString()
  const webhook = await webhooks.update(await webhooks.get({ id }), (current) => {
    const former = current.former_secrets.filter((one) => one.until > new Date().toISOString())
    const oldest = former[maxFormerSecrets - 1]
    if (oldest) throw tooManySecrets(oldest.until)
    return { secret: sealed, former_secrets: [{ secret: current.secret, until }, ...former] }
  })
  return { ...webhook, secret }
}

/** Deletes a webhook; throws 404 and 412. */
export const removeWebhook = async (id: string, ifMatch: IfMatch): Promise<void> =>
  webhooks.modify(await webhooks.get({ id }), (current) =>
    transact([webhooks.toRemoveRead(current, [], ifMatch), toAddToCount(webhookCounts, {}, -1)]),
  )
