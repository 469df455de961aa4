import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { courseLimits } from '../limits.ts'

/** Returns the description of a lesson's content for the API documentation; `more` is appended. */
export const contentDocs = (more = '') =>
  docs(`Markdown, at most 100,000 characters.${more}`, { examples: ['# Passwords\n\nLong ones.'] })

export const content = z.string().max(courseLimits.maxLessonCharacters)
