import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Text that the editor stores for a person (WOPI, PutUserInfo); it is returned unchanged, and only to this person. */
export const userInfos = entity({
  name: 'wopi.user_info',
  schema: z.object({ user_id: z.string(), text: z.string() }),
  key: ({ user_id }: { user_id: string }) => ({ pk: `user#${user_id}`, sk: 'wopi-user-info' }),
})
