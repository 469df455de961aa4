import { endpoint } from '../../platform/http/endpoint.ts'
import { Preferences, preferences, presentPreferences } from '../preferences.ts'

export const readPreferences = endpoint('GET /lms/notifications/preferences', {
  summary: 'Read which notifications reach the caller, and how',
  isFunction: true,
  description:
    'Mails go out where `GET /auth/methods` says so, and are sent only to the person’s own address. What is about ' +
    'one’s own account cannot be turned off, and is not among the types.',
  response: Preferences,
  handle: async ({ actor: { id: user_id } }) =>
    presentPreferences((await preferences.find({ user_id })) ?? preferences.make({ user_id })),
})
