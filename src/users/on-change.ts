import { onChange } from '../platform/events/dispatcher.ts'
import { indexDocument } from '../platform/search/index.ts'
import { userNameSearchScope, users, userSearchScope } from '../platform/identity/user.ts'

export const changeHandlers = [
  onChange(users, async ({ before, after }) => {
    // a sign-in changes a counter only
    if (before?.version === after?.version) return []
    const id = (after ?? before)?.id as string
    const index = (scope: string, text: string) =>
      indexDocument({ scope, id }, after && { scope, id, container: id, title: after.name, text })
    // both at all times, as the setting that chooses between them may change
    await Promise.all([index(userSearchScope, after?.email ?? ''), index(userNameSearchScope, '')])
    return []
  }),
]
