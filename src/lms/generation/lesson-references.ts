import { linkLabel } from '../../files/attachment/file-references.ts'
import { contentsPath } from '../../platform/http/contents-links.ts'
import { endpointPath } from '../../platform/http/link.ts'
import { lessonPath } from '../chapter/chapter.ts'
import { courseLimits } from '../limits.ts'

/** Targets of the numbered references in the Markdown of a document: stored images, and lessons of the course. */
type References = { course_id: string; images: { id: string }[]; lessons: { id: string }[] }

const image = new RegExp(`!${linkLabel}\\(image:(\\d+)\\)`, 'g')
const lessonLink = new RegExp(`${linkLabel}\\(lesson:\\d+[^)\\s]*\\)`, 'g')
const lessonTarget = /\]\(lesson:(\d+)(#[^)\s]*)?\)/g

const placeImages = (content: string, { images }: References) =>
  content.replaceAll(image, (_, alt: string, number: string) => {
    const file = images[Number(number)]
    return file ? `![${alt}](${endpointPath(contentsPath, { id: file.id })})` : alt
  })

const placeLinks = (content: string, { course_id, lessons }: References) =>
  content.replaceAll(lessonTarget, (_, number: string, fragment = '') => {
    const lesson_id = lessons[Number(number)]?.id ?? ''
    return `](${endpointPath(lessonPath, { id: course_id, lesson_id })}${fragment})`
  })

/** Returns the Markdown of a lesson whose references count from these numbers instead of 0. */
export const shiftReferences = (content: string, from: { images: number; lessons: number }): string =>
  content
    .replaceAll(image, (_, alt: string, number: string) => `![${alt}](image:${Number(number) + from.images})`)
    .replaceAll(lessonTarget, (_, number: string, fragment = '') => {
      return `](lesson:${Number(number) + from.lessons}${fragment})`
    })

/**
 * Resolves image and lesson references in the Markdown of a lesson to URLs. An image that was not stored becomes its
 * alternative text. If the URLs make the lesson too long, links become plain text first, then images.
 */
export const placeReferences = (content: string, references: References): string => {
  const withImages = placeImages(content, references)
  const isShort = (text: string) => text.length <= courseLimits.maxLessonCharacters
  const whole = placeLinks(withImages, references)
  if (isShort(whole)) return whole
  const withoutLinks = withImages.replaceAll(lessonLink, '$1')
  return isShort(withoutLinks) ? withoutLinks : content.replaceAll(lessonLink, '$1').replaceAll(image, '$1')
}
