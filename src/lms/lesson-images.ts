import { contentsPath } from '../files/file.ts'
import { hrefOf } from '../platform/http/link.ts'
import { courseLimits } from './course-limits.ts'

const image = /!\[((?:[^\]\\]|\\.)*)\]\(image:(\d+)\)/g

/**
 * The Markdown of a lesson with its images at their addresses; those that were not kept are their words
 * alone, and so are all in a lesson that they would make too long.
 */
export const withImages = (content: string, kept: { id: string }[]): string => {
  const whole = content.replaceAll(image, (_, alt: string, number: string) => {
    const file = kept[Number(number)]
    return file ? `![${alt}](${hrefOf(contentsPath, { id: file.id })})` : alt
  })
  return whole.length <= courseLimits.maxLessonCharacters ? whole : content.replaceAll(image, '$1')
}
