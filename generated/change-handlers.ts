import { changeHandlers as assistants } from '../src/assistants/on-change.ts'
import { changeHandlers as auth } from '../src/auth/on-change.ts'
import { changeHandlers as chats } from '../src/chats/on-change.ts'
import { changeHandlers as files } from '../src/files/on-change.ts'
import { changeHandlers as groups } from '../src/groups/on-change.ts'
import { changeHandlers as jobs } from '../src/jobs/on-change.ts'
import { changeHandlers as lms } from '../src/lms/on-change.ts'
import { changeHandlers as mail } from '../src/mail/on-change.ts'
import { changeHandlers as notifications } from '../src/notifications/on-change.ts'
import { changeHandlers as overview } from '../src/overview/on-change.ts'
import { changeHandlers as personalData } from '../src/personal-data/on-change.ts'
import { changeHandlers as support } from '../src/support/on-change.ts'
import { changeHandlers as task } from '../src/task/on-change.ts'
import { changeHandlers as trash } from '../src/trash/on-change.ts'
import { changeHandlers as users } from '../src/users/on-change.ts'
import { changeHandlers as wiki } from '../src/wiki/on-change.ts'

/** The change handlers of all areas. Written by `npm run openapi`. */
export const changeHandlers = [...assistants, ...auth, ...chats, ...files, ...groups, ...jobs, ...lms, ...mail, ...notifications, ...overview, ...personalData, ...support, ...task, ...trash, ...users, ...wiki]
