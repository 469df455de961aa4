import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { settings } from '../../platform/identity/user-settings.ts'
import { id } from '../../platform/schema/fields.ts'
import { SourceType } from '../chapter/chapter.ts'
import { maxCourseSources } from '../limits.ts'
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

export const NewCourseFromSources = NewCourseFromFile.omit({ file_id: true }).extend({
  sources: z
    .array(z.strictObject({ type: SourceType, id: id.meta(docs('ID of the resource.')) }))
    .min(1)
    .max(maxCourseSources)
    .refine(
      (sources) => new Set(sources.map(({ type, id }) => `${type}#${id}`)).size === sources.length,
      'must name each resource once',
    )
    .meta(
      docs('Resources, in the order of their chapters.', {
        examples: [[{ type: 'wiki_page', id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' }]],
      }),
    ),
  title: fields.title.optional().meta(docs('Title; by default, the title of the first resource.')),
})

export const CourseInput = z.strictObject({ ...fields, status: CourseStatus })
