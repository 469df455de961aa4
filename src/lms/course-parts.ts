import * as z from '../platform/schema/schema.ts'
import { timestamp } from '../platform/schema/fields.ts'

export const CourseSource = z
  .object({
    type: z.enum(['manual', 'file']).meta({ description: 'Written by hand, or generated from a file.' }),
    file_id: z.string().nullable().default(null).meta({ description: 'Id of the file.' }),
    file_name: z.string().nullable().default(null).meta({ description: 'Name of the file.' }),
    version: z
      .int()
      .nullable()
      .default(null)
      .meta({ description: 'Number of the version of the file.', examples: [1] }),
    is_current: z
      .boolean()
      .default(true)
      .meta({ description: 'False once another version of the file was saved.' }),
  })
  .meta({ id: 'CourseSource', description: 'What a course was created from.' })

export const CourseGeneration = z
  .object({
    status: z
      .enum(['queued', 'running', 'completed', 'failed'])
      .meta({ description: 'Status of the generation.' }),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'Percentage completed.', examples: [40] }),
    stage: z.string().nullable().default(null).meta({ description: 'Current step.' }),
    error: z.string().nullable().default(null).meta({ description: 'Why it failed.' }),
    started_at: timestamp.nullable().default(null).meta({ description: 'When it started.' }),
    finished_at: timestamp.nullable().default(null).meta({ description: 'When it completed or failed.' }),
  })
  .meta({ id: 'CourseGeneration', description: 'The generation of a course from a file.' })

export const Progress = z
  .object({
    completed_lessons: z.int().meta({ description: 'Number of lessons that the caller has completed.' }),
    percent: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'Percentage completed.', examples: [40] }),
    next_lesson_id: z
      .string()
      .nullable()
      .meta({ description: 'The first lesson not yet completed; null if all are.' }),
  })
  .meta({ id: 'Progress', description: 'The caller’s progress in a course.' })

export const CourseProgress = Progress.extend({
  completed_lesson_ids: z
    .array(z.string())
    .meta({ description: 'Ids of the lessons that the caller has completed.' }),
}).meta({ id: 'CourseProgress', description: 'The caller’s progress in a course, by lesson.' })

export const CourseFile = z
  .object({
    id: z.string().meta({ description: 'Id of the file.' }),
    name: z.string().meta({ description: 'Name of the file.' }),
  })
  .meta({ id: 'CourseFile', description: 'A file of a course.' })
