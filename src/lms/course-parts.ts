import * as z from '../platform/schema/schema.ts'
import { timestamp } from '../platform/schema/fields.ts'

export const Source = z
  .object({
    type: z.enum(['manual', 'file']).meta({ description: 'Written by hand, or made out of a file.' }),
    file_id: z.string().nullable().default(null).meta({ description: 'Id of the file.' }),
    file_name: z.string().nullable().default(null).meta({ description: 'Name of the file.' }),
  })
  .meta({ id: 'CourseSource', description: 'What a course was made from.' })

export const Generation = z
  .object({
    status: z
      .enum(['queued', 'running', 'completed', 'failed'])
      .meta({ description: 'How far the making of the course has come.' }),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'In percent.', examples: [40] }),
    stage: z.string().nullable().default(null).meta({ description: 'What is being done.' }),
    error: z.string().nullable().default(null).meta({ description: 'Why it failed.' }),
    started_at: timestamp.nullable().default(null).meta({ description: 'When the work began.' }),
    finished_at: timestamp.nullable().default(null).meta({ description: 'When it was complete or failed.' }),
  })
  .meta({ id: 'CourseGeneration', description: 'How a course is made out of a file.' })

export const Progress = z
  .object({
    completed_lessons: z.int().meta({ description: 'How many lessons the caller has completed.' }),
    percent: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'How many of a hundred that are.', examples: [40] }),
    next_lesson_id: z
      .string()
      .nullable()
      .meta({ description: 'The first lesson not completed; null after the last.' }),
  })
  .meta({ id: 'Progress', description: 'How far the caller has come in a course.' })

export const CourseProgress = Progress.extend({
  completed_lesson_ids: z
    .array(z.string())
    .meta({ description: 'The lessons that the caller has completed.' }),
}).meta({ id: 'CourseProgress', description: 'How far the caller has come in a course, lesson by lesson.' })

export const CourseFile = z
  .object({
    id: z.string().meta({ description: 'Id of the file.' }),
    name: z.string().meta({ description: 'Name of the file.' }),
  })
  .meta({ id: 'CourseFile', description: 'A file of a course.' })
