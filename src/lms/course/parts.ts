import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import {
  answeredArray,
  answeredText,
  answeredId,
  answeredName,
  answeredCount,
  answeredSentence,
  optionalTime,
} from '../../platform/schema/fields.ts'
import { maxLessons } from './limits.ts'

export const CourseSource = z.described(docs('What a course was created from.', { id: 'CourseSource' }), {
  type: z.enum(['manual', 'file']).meta(docs('Written by hand, or generated from a file.')),
  file_id: z.orNull(answeredId).meta(docs('Id of the file.')),
  file_name: z.orNull(answeredName).meta(docs('Name of the file.')),
  version: z.orNull(z.int()).meta(docs('Number of the version of the file.', { minimum: 1, examples: [1] })),
  is_current: z.boolean().default(true).meta(docs('False once another version of the file has been saved.')),
})

export const CourseGeneration = z.described(
  docs('The generation of a course from a file.', { id: 'CourseGeneration' }),
  {
    status: z.enum(['queued', 'running', 'completed', 'failed']).meta(docs('Status of the generation.')),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta(docs('Percentage completed.', { examples: [40] })),
    stage: z.orNull(answeredText(100)).meta(docs('Current step.')),
    error: z.orNull(answeredSentence).meta(docs('Why it failed.')),
    started_at: optionalTime.meta(docs('When it started.')),
    finished_at: optionalTime.meta(docs('When it completed or failed.')),
  },
)

export const Progress = z.described(docs('The caller’s progress in a course.', { id: 'Progress' }), {
  completed_lessons: answeredCount.meta(docs('Number of lessons that the caller has completed.')),
  percent: z
    .int()
    .min(0)
    .max(100)
    .meta(docs('Percentage completed.', { examples: [40] })),
  next_lesson_id: answeredId.nullable().meta(docs('The first lesson not yet completed; null if all are.')),
})

export const CourseProgress = Progress.extend({
  completed_lesson_ids: answeredArray(answeredId, maxLessons).meta(
    docs('Ids of the lessons that the caller has completed.'),
  ),
}).meta(docs('The caller’s progress in a course, by lesson.', { id: 'CourseProgress' }))

export const CourseCategory = z.described(docs('The category of a course.', { id: 'CourseCategory' }), {
  id: answeredId.meta(docs('Id of the category.')),
  name: answeredText(100).meta(docs('Name of the category.', { examples: ['Security'] })),
})

export const CourseFile = z.described(docs('A file of a course.', { id: 'CourseFile' }), {
  id: answeredId.meta(docs('Id of the file.')),
  name: answeredName.meta(docs('Name of the file.')),
})
