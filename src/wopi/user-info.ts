import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** What the editor keeps for a person (WOPI, PutUserInfo): text that is nobody else's and given back as it was. */
export const userInfos = entity({
  name: 'wopi.user_info',
  schema: z.object({ user_id: z.string(), text: z.string() }),
  key: ({ user_id }: { user_id: string }) => ({ pk: `user#${user_id}`, sk: 'wopi-user-info' }),
})
