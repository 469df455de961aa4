import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { givenOwnPage, givenRevision } from '../support/given.ts'
import { newsCounts } from '../support/news-counts.ts'
import { settle } from '../support/world.ts'

test(
  'a revision of a page reaches 1,000 subscribers exactly once each when every message is delivered twice',
  { timeout: 60_000 },
  async () => {
    const { author, page } = await givenOwnPage()
    const ids = Array.from({ length: 1_000 }, () => randomUUID())
    const subscribed = ids.map((user_id) => subscriptions.make({ page_id: page.id, user_id, since: 1 }))
    await writeBatch(subscribed.map(subscriptions.itemOf), [])

    await givenRevision(author, page, { content: 'for all' })
    await settle({ deliveries: 2 })

    expect(await newsCounts(ids)).toEqual(ids.map(() => 1))
  },
)
