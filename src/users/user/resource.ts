import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
import {
  users,
  userNameSearchScope,
  userSearchScope,
  userSearchScopes,
  userType,
} from '../../platform/identity/user.ts'

/** Each person always has two documents, since the setting that chooses between them may change. */
const nameRef = (id: string) => `${id}#name`

const referencedUserId = (ref: string) => ref.split('#')[0] as string

export const userResource: Resource = {
  type: userType.type,
  trash: 'Accounts are deactivated, or permanently erased.',
  undo: 'Rights are changed back, not undone.',
  erasure: true,
  rights: 'All users are visible to everyone.',
  search: {
    scopesOf: userSearchScopes,
    containerType: userType.type,
    triggers: [
      documentTrigger(
        users,
        ({ name, email, erased_at }) => [name, email, erased_at],
        ({ before, after }) => {
          const id = (after ?? before)?.id as string
          return [{ id }, { id: nameRef(id) }]
        },
      ),
    ],
    document: async (ref) => {
      const id = referencedUserId(ref)
      const user = await users.find({ id })
      if (!user || user.erased_at !== null) return undefined
      const { name: title, email } = user
      if (ref === nameRef(id)) return { scopes: [userNameSearchScope], container: id, title, text: '' }
      const keys = email === null ? [] : [email]
      return { scopes: [userSearchScope], container: id, title, keys, text: email ?? '' }
    },
    readable: readableThings(users, ({ is_active }) => is_active),
  },
  // administrators also read the activity of people who may no longer sign in
  load: async (reader, wanted) =>
    (await users.findMany(wanted.map(({ id }) => ({ id: referencedUserId(id) })))).map((user) =>
      user && (user.is_active || reader.role === 'admin')
        ? { ...linkTo(userType, { id: user.id, title: user.name }), text: '', updated_at: user.updated_at }
        : undefined,
    ),
}
