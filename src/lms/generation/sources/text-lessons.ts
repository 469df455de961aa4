import { readingMinutes } from '../../../documents/markdown/text-block.ts'
import { asTitle, cutAtSpace } from '../../../documents/title.ts'
import type { StoredLesson } from '../../chapter/chapter.ts'
import { courseLimits } from '../../limits.ts'

const maxQuoteCharacters = 200

/** Splits a text into parts that fit into lessons, between paragraphs or else between words. */
const splitText = (text: string): string[] => {
  const { maxLessonCharacters: size } = courseLimits
  if (text.length <= size) return [text]
  const paragraph = text.lastIndexOf('\n\n', size)
  const first = paragraph > 0 ? text.slice(0, paragraph) : cutAtSpace(text, size)
  return [first, ...splitText(text.slice(first.length).trimStart())]
}

/** A Markdown text with the resource that it comes from. */
export interface MarkdownText {
  title: string
  content: string
  source: Pick<StoredLesson['sources'][number], 'type' | 'id' | 'version'>
}

/** Returns the lessons of a text: one, or more if the text is longer than a lesson may be. None for an empty text. */
export const toLessons = ({ title, content, source }: MarkdownText) =>
  splitText(content.trim())
    .filter(Boolean)
    .map((part, index) => ({
      title: asTitle(index === 0 ? title : `${title} (${index + 1})`) ?? '…',
      content: part,
      duration_minutes: Math.max(1, Math.round(readingMinutes(part))),
      sources: [
        {
          ...source,
          file_id: null,
          page: null,
          heading: null,
          quote: asTitle(part.slice(0, maxQuoteCharacters)) ?? null,
        },
      ],
    }))
