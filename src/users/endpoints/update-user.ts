import { endpoint } from '../../platform/http/endpoint.ts'
import { sessions } from '../../platform/identity/session.ts'
import { users } from '../../platform/identity/user.ts'
import { sessionRequired } from '../../platform/http/request/authentication.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { givenFields } from '../../platform/table/changes.ts'
import { presentUser, requireEditUser, reservedFields } from '../access.ts'
import { requireOwnPassword } from '../email-change.ts'
import { changeUser } from '../registration.ts'
import { chosenAvatar } from '../user/avatar-file.ts'
import { requireNoService, UserUpdate } from '../user/input.ts'
import { User } from '../user/user.ts'
import { userUpdateProblems } from '../problems.ts'

export const updateUser = endpoint('PUT /users/{id}', {
  summary: 'Update a user',
  effect: 'admin',
  administers: reservedFields,
  description:
    'Users may change their own name, title, department, picture, locale, time zone and (with ' +
    '`current_password`) password. The picture is an image that they own. Administrators may also change their ' +
    'own email address (with `current_password`) and manager, and every field of other users. After a change ' +
    'by access token, an address is `unconfirmed` until an administrator sets `email_status` to `ok`, or the ' +
    'person does so with `current_password`. The former address gets a link that restores it within 7 days. A ' +
    'person must not report to themselves, directly or indirectly. Callers must not change their own `role` or ' +
    '`is_active`. A new password revokes all other sessions of the user at once. `is_active: false` revokes ' +
    'all sessions and, permanently, all access tokens, editor tokens and the calendar link. Both, and a new ' +
    'email address, end links to choose a password that were sent before. An access token must not change ' +
    'passwords or administrators; with the scope `write`, it may change only the other fields that users may ' +
    'change themselves.',
  profile: 'files',
  body: UserUpdate,
  response: User,
  problems: userUpdateProblems,
  handle: async ({ actor, params, body, ifMatch, address, sessionId }) => {
    const { password, current_password: _, avatar_file_id, type, ...changes } = body
    if (password !== undefined && sessionId === '') throw sessionRequired()
    const choosing = awaitLater(chosenAvatar(params.id, avatar_file_id))
    const isOwn = actor.id === params.id
    const kept = isOwn && password !== undefined && sessions.find({ user_id: actor.id, id: sessionId })
    const [user, session] = await Promise.all([users.get(params), kept || undefined])
    requireEditUser(actor, user, changes, sessionId)
    requireFixed(user, { type }, 'it is fixed when the user is created')
    if (password !== undefined) requireNoService(user)
    const movedStatus = await requireOwnPassword(user, body, { isOwn, sessionId, address })
    if (password !== undefined) {
      const { requireStrong } = await import('../password-strength.ts')
      await requireStrong(password, { ...user, ...givenFields(user, changes).fields })
    }
    const changed = { ...changes, avatar: await choosing }
    const options = { password, ifMatch, by: actor.id, session, movedStatus }
    return presentUser(actor, await changeUser(user, changed, options))
  },
})
