import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import {
  answeredArray,
  answeredText,
  answeredId,
  answeredName,
  answeredCount,
  answeredSentence,
  answeredTitle,
  optionalTime,
} from '../../platform/schema/fields.ts'
import { SourceType } from '../chapter/chapter.ts'
import { maxLessons, maxCourseSources } from '../limits.ts'

const CourseSourceItem = z.described(
  docs('A resource from which a course was generated.', { id: 'CourseSourceItem' }),
  {
    type: SourceType,
    id: answeredId.meta(docs('ID of the resource.')),
    title: answeredTitle.meta(docs('Title of the resource at that time.', { examples: ['Welcome'] })),
  },
)

export const CourseSource = z.described(docs('The source of a course.', { id: 'CourseSource' }), {
  type: z
    .enum(['manual', 'file', 'sources'])
    .meta(docs('Type of the source: written by hand, or generated from a file or from several resources.')),
  file_id: z.orNull(answeredId).meta(docs('ID of the file.')),
  file_name: z.orNull(answeredName).meta(docs('Name of the file.')),
  version: z.orNull(z.int()).meta(docs('Version number of the file.', { minimum: 1, examples: [1] })),
  sources: answeredArray(CourseSourceItem, maxCourseSources)
    .default([])
    .meta(docs('Resources of a course that was generated from several.')),
  is_current: z
    .boolean()
    .default(true)
    .meta(docs('False if the file of a course generated from one file has a newer version.')),
})

const percent = z
  .int()
  .min(0)
  .max(100)
  .meta(docs('Progress in percent.', { examples: [40] }))

export const CourseGeneration = z.described(
  docs('The generation of a course from a file.', { id: 'CourseGeneration' }),
  {
    status: z.enum(['queued', 'running', 'completed', 'failed']).meta(docs('Status of the generation.')),
    progress: percent,
    stage: z.orNull(answeredText(100)).meta(docs('Current step.')),
    error: z.orNull(answeredSentence).meta(docs('Reason for the failure.')),
    started_at: optionalTime.meta(docs('Start time.')),
    finished_at: optionalTime.meta(docs('Time of completion or failure.')),
  },
)

export const Progress = z.described(docs('The caller’s progress in a course.', { id: 'Progress' }), {
  completed_lessons: answeredCount.meta(docs('Number of lessons completed by the caller.')),
  percent,
  next_lesson_id: answeredId
    .nullable()
    .meta(docs('ID of the first lesson that is not completed; null if all lessons are.')),
})

export const CourseProgress = Progress.extend({
  completed_lesson_ids: answeredArray(answeredId, maxLessons).meta(
    docs('IDs of the lessons completed by the caller.'),
  ),
}).meta(docs('The caller’s progress in a course, with the completed lessons.', { id: 'CourseProgress' }))

export const CourseCategory = z.described(docs('The category of a course.', { id: 'CourseCategory' }), {
  id: answeredId.meta(docs('ID of the category.')),
  name: answeredText(100).meta(docs('Name of the category.', { examples: ['Security'] })),
})

export const CourseFile = z.described(docs('A file of a course.', { id: 'CourseFile' }), {
  id: answeredId.meta(docs('ID of the file.')),
  name: answeredName.meta(docs('Name of the file.')),
})
