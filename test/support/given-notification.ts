import { randomUUID } from 'node:crypto'
import { updatePreferences } from '../../src/notifications/endpoints/update-preferences.ts'
import { notify } from '../../src/notifications/notify.ts'
import { newId, idTime } from '../../src/platform/runtime/id.ts'
import { linkTo } from '../../src/platform/resource.ts'
import { pageType } from '../../src/wiki/page/page.ts'
import { call, type BodyOf } from './call.ts'
import type { SignedIn } from './people.ts'

/** Changes a person's notification preferences. */
export const choose = (as: SignedIn, body: BodyOf<typeof updatePreferences>) =>
  call(updatePreferences, { as, body })

const types = { mention: 'page_mention', comment: 'page_comment' } as const

/** Notifies a person that Bob mentioned them on a page, or commented on it. */
export const givenNotification = (
  { id }: Pick<SignedIn, 'id'>,
  page: { id: string; title: string },
  {
    kind = 'mention' as keyof typeof types,
    excerpt = 'Why?',
    cause = randomUUID() as string,
    at = new Date(idTime(newId())).toISOString(),
    within = undefined as string | undefined,
    actor = { id: randomUUID() as string, name: 'Bob Brown' },
  } = {},
) =>
  notify([id], {
    type: types[kind],
    params: { excerpt },
    actor,
    resource: linkTo(pageType, page),
    within,
    cause,
    at,
  })
