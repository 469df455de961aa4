import { isSaidToOthers } from '../chats/erasure.ts'
import { isCourseShownToOthers } from '../lms/erasure.ts'
import type { Erasure } from '../platform/identity/erasure.ts'
import type { fileHolderTypes } from '../resource-types.ts'
import { isTaskShownToOthers } from '../task/task/erasure.ts'
import { isPageShownToOthers } from '../wiki/erasure.ts'

type Shows = (thing_id: string, person: Erasure['person'], file_id: string) => Promise<boolean>

/** Whether things that files are attached to show them to somebody else. */
const shows: Record<(typeof fileHolderTypes)[number], Shows> = {
  wiki_page: isPageShownToOthers,
  course: isCourseShownToOthers,
  task: isTaskShownToOthers,
  chat_message: (ref, person, file_id) => isSaidToOthers(person, ref, file_id),
  // every agent reads every ticket
  ticket_message: async () => true,
}

/** What tells of a thing that a file is attached to whether it shows the file to others than this person. */
export const shownToOthers =
  (person: Erasure['person']): Erasure['isShownToOthers'] =>
  (type, thing_id, file_id) =>
    shows[type](thing_id, person, file_id)
