import { contentsPath } from '../../platform/http/contents-links.ts'
import { hrefOf } from '../../platform/http/link.ts'
import { lessonPath } from '../lesson/chapter.ts'
import { courseLimits } from '../course/limits.ts'

/** What the Markdown of a document refers to by number: the images that were kept, and the lessons of its course. */
type References = { course_id: string; images: { id: string }[]; lessons: { id: string }[] }

const label = /\[((?:[^[\]\\]|\\.)*)\]/.source
const image = new RegExp(`!${label}\\(image:(\\d+)\\)`, 'g')
const lessonLink = new RegExp(`${label}\\(lesson:\\d+[^)\\s]*\\)`, 'g')
const lessonTarget = /\]\(lesson:(\d+)(#[^)\s]*)?\)/g

const placeImages = (content: string, { images }: References) =>
  content.replaceAll(image, (_, alt: string, number: string) => {
    const file = images[Number(number)]
    return file ? `![${alt}](${hrefOf(contentsPath, { id: file.id })})` : alt
  })

const placeLinks = (content: string, { course_id, lessons }: References) =>
  content.replaceAll(lessonTarget, (_, number: string, fragment = '') => {
    const lesson_id = lessons[Number(number)]?.id ?? ''
    return `](${hrefOf(lessonPath, { id: course_id, lesson_id })}${fragment})`
  })

/**
 * The Markdown of a lesson with its images and its links to lessons at their addresses. Images that were not kept are
 * their words alone, and so are all in a lesson that they would make too long, its links first.
 */
export const placeReferences = (content: string, references: References): string => {
  const withImages = placeImages(content, references)
  const isShort = (text: string) => text.length <= courseLimits.maxLessonCharacters
  const whole = placeLinks(withImages, references)
  if (isShort(whole)) return whole
  const withoutLinks = withImages.replaceAll(lessonLink, '$1')
  return isShort(withoutLinks) ? withoutLinks : content.replaceAll(lessonLink, '$1').replaceAll(image, '$1')
}
