import { after } from '../platform/dispatcher.ts'
import { indexDocument } from '../platform/search-index.ts'
import { users, userWords } from './user.ts'

export const reactions = [
  after(users, async ({ before, after }) => {
    // a sign-in changes a counter only
    if (before?.version === after?.version) return []
    const id = (after ?? before)?.id as string
    const key = { scope: userWords, id }
    await indexDocument(key, after && { ...key, container: id, title: after.name, text: after.email ?? '' })
    return []
  }),
]
