import type { ChapterBlocks } from './chapters.ts'
import { placeUrl } from './linked-text.ts'
import { Slugs } from '../markdown/slugs.ts'
import { shownBlocks } from './outline-lesson.ts'
import type { TextBlock } from '../markdown/text-block.ts'

const maxSlugCharacters = 100

const placeLink = new RegExp(`\\]\\(${placeUrl(0).replace('0', '(\\d+)')}\\)`, 'g')
const labelledLink = /\[((?:[^[\]\\]|\\.)*)\]\(lesson:[^)]*\)/g

/** Returns the URLs of the blocks in lessons: `lesson:3`, or `lesson:3#heading` for a heading within a lesson. */
const listAddresses = (chapters: ChapterBlocks[]): Map<TextBlock, string> => {
  const addresses = new Map<TextBlock, string>()
  for (const [number, lesson] of chapters.flatMap(({ lessons }) => lessons).entries()) {
    const slugs = new Slugs()
    for (const { head } of lesson.sections) if (head) addresses.set(head, `lesson:${number}`)
    for (const block of shownBlocks(lesson)) {
      const slug = block.depth > 0 ? slugs.next(block.words) : ''
      const hasSlug = slug !== '' && slug.length <= maxSlugCharacters
      addresses.set(block, hasSlug ? `lesson:${number}#${slug}` : `lesson:${number}`)
    }
  }
  return addresses
}

/** Returns the lesson URL of each place; a place outside all lessons gets the URL of the next block that is in one. */
export const locatePlaces = (blocks: TextBlock[], places: number[], chapters: ChapterBlocks[]): string[] => {
  const addresses = listAddresses(chapters)
  const located: string[] = []
  let next = [...addresses.values()].at(-1)?.split('#')[0] ?? 'lesson:0'
  for (const [at, block] of [...blocks.entries()].toReversed()) {
    next = addresses.get(block) ?? next
    located[at] = next
  }
  return places.map((at) => located[at] ?? next)
}

/** Points the internal links of a text to lessons; replaces them with their text if they make it too long. */
export const linkLessons = (content: string, located: string[], maxCharacters: number): string => {
  const toLesson = (_: string, number: string) => `](${located[Number(number)] ?? 'lesson:0'})`
  const linked = content.replaceAll(placeLink, toLesson)
  return linked.length > maxCharacters ? linked.replaceAll(labelledLink, '$1') : linked
}
