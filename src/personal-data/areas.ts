import * as assistants from '../assistants/erasure.ts'
import * as chats from '../chats/erasure.ts'
import * as files from '../files/erasure.ts'
import * as jobs from '../jobs/erasure.ts'
import * as lms from '../lms/erasure.ts'
import type { ErasureHandler } from '../platform/identity/erasure.ts'
import * as support from '../support/erasure.ts'
import * as task from '../task/erasure.ts'
import * as trash from '../trash/erasure.ts'
import * as undo from '../undo/erasure.ts'
import * as users from '../users/erasure.ts'
import * as wiki from '../wiki/erasure.ts'

const areas = [assistants, chats, files, jobs, lms, support, task, trash, undo, users, wiki]

/** What becomes of the things of each area when a person is erased. */
export const erasureHandlers: ErasureHandler[] = areas.flatMap((area) => area.erasureHandlers)
