import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { settings } from '../../platform/identity/user-settings.ts'
import { id } from '../../platform/schema/fields.ts'
import { chaptersInput } from '../chapter/chapter-input.ts'
import { courseFields, CourseStatus } from './course.ts'

const fields = {
  ...courseFields,
  language: settings.locale.meta(courseFields.language.meta() ?? {}),
  chapters: chaptersInput,
}

export const NewCourse = z.strictObject({
  ...fields,
  status: z
    .enum(['published', 'draft'])
    .default('published')
    .meta(docs('Initial status. A draft is visible only to its author and administrators.')),
})

export const NewCourseFromFile = z.strictObject({
  file_id: id.meta(docs('ID of the file.')),
  title: fields.title.optional().meta(docs('Title; by default, the title of the document.')),
  category_id: fields.category_id,
  language: fields.language,
})

export const CourseInput = z.strictObject({ ...fields, status: CourseStatus })
