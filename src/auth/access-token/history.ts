import { accessTokens } from '../../platform/identity/access-token.ts'
import { userType } from '../../platform/identity/user.ts'
import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'

export const accessTokenHistory: ResourceHistory = {
  changes: [
    historyOf(accessTokens, {
      type: 'access_token',
      fields: { name: 'value', scopes: 'value', expires_at: 'value' },
      subject: ({ user_id }) => ({ type: userType.type, id: user_id }),
      audience: () => 'admin',
      person: ({ user_id }) => user_id,
    }),
  ],
}
