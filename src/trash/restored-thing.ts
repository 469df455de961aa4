import { docs } from '#docs'
import { Assistant } from '../assistants/assistant/assistant.ts'
import { File } from '../files/file/response.ts'
import { Course } from '../lms/course/course.ts'
import { id } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { Contact } from '../support/contact/contact.ts'
import { Project } from '../task/project/project.ts'
import type { trashedTypes } from '#generated/resource-types.ts'
import { Task } from '../task/task/task.ts'
import { Page } from '../wiki/page/page.ts'
import { Space } from '../wiki/space/space.ts'

const parent_id = id
  .nullable()
  .optional()
  .meta(
    docs('The new parent of a page or task whose former parent no longer exists; null for none.', {
      examples: [null],
    }),
  )

const slug = Space.shape.slug.optional().meta(docs('Another slug for a space whose slug is taken.'))

/** Response schemas by resource type. */
const restorable = {
  wiki_space: Space,
  wiki_page: Page,
  course: Course,
  project: Project,
  task: Task,
  file: File,
  assistant: Assistant,
  contact: Contact,
} satisfies Record<(typeof trashedTypes)[number], z.ZodType>

/** A restored resource of one of these types. */
export const RestoredThing = z
  .union(Object.values(restorable))
  .meta(docs('The restored resource, as a GET of the resource returns it.', { id: 'RestoredThing' }))

/** New location of a resource that cannot have its former one. */
export const PlaceInput = z.strictObject({ parent_id, slug })
