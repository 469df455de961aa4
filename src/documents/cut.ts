import type { Part } from './part.ts'
import { firstWords } from './title.ts'
import { partsOfSize, sizeOf } from './size.ts'

/** `page` is where the lesson's heading stands, undefined where it has none of its own. */
export type CutLesson = { title: string; heading: string | null; page?: number | null; parts: Part[] }
export type CutChapter = { title: string; lessons: CutLesson[] }

/** In characters: from where on a lesson is cut, and how long what is cut without headings should be. */
export type Sizes = { long: number; comfortable: number }

const shortLead = 400
const lessonsOfChapter = 10

/** Splits before every heading of a depth; the first group is what stands before the first of them. */
const splitAt = (parts: Part[], depth: number): Part[][] => {
  const groups: Part[][] = [[]]
  for (const part of parts) {
    if (part.depth === depth) groups.push([part])
    else groups.at(-1)?.push(part)
  }
  return groups
}

const topDepth = (parts: Part[]): number =>
  parts.reduce((top, { depth }) => (depth > 0 && depth < top ? depth : top), 7)

/** The words that a group of parts begins with, unless that is a table or code. */
const ownTitle = (parts: Part[]): string | undefined =>
  parts[0] && /^[|`]/.test(parts[0].markdown)
    ? undefined
    : firstWords(parts.map(({ words }) => words).join(' '))

const bySize = (
  parts: Part[],
  sizes: Sizes,
  title: string,
  heading: string | null,
  fromWords = false,
): CutLesson[] => {
  const groups = partsOfSize(parts, sizes.comfortable)
  return groups.map((group, at) => ({
    title:
      (fromWords ? ownTitle(group) : undefined) ??
      (groups.length === 1 ? title : `${title} (${at + 1}/${groups.length})`),
    heading,
    parts: group,
  }))
}

/** A lesson, or several where it is too long for one: cut at its own headings, else at paragraphs. */
const lessonsOf = (parts: Part[], sizes: Sizes, title: string, heading: string | null): CutLesson[] => {
  if (sizeOf(parts) <= sizes.long) return parts.length > 0 ? [{ title, heading, parts }] : []
  const top = topDepth(parts)
  if (top > 6) return bySize(parts, sizes, title, heading)
  const [lead = [], ...groups] = splitAt(parts, top)
  return [
    ...lessonsOf(lead, sizes, title, heading),
    ...groups.flatMap((group) => lessonOfGroup(group, sizes)),
  ]
}

const lessonOfGroup = ([head, ...rest]: Part[], sizes: Sizes): CutLesson[] => {
  const title = head?.words ?? '…'
  if (rest.length === 0 && head) return [{ title, heading: title, parts: [] }]
  return lessonsOf(rest, sizes, title, title).map((lesson, at) =>
    at === 0 && head ? { ...lesson, page: head.page } : lesson,
  )
}

/** What has a heading and nothing below it goes as a heading into the lesson that follows, or else the one before. */
const withoutEmpty = (lessons: CutLesson[], heads: Map<CutLesson, Part>): CutLesson[] => {
  const kept: CutLesson[] = []
  let waiting: Part[] = []
  for (const lesson of lessons) {
    const head = heads.get(lesson)
    if (lesson.parts.length === 0 && head) waiting.push(head)
    else {
      kept.push({ ...lesson, parts: [...waiting, ...lesson.parts] })
      waiting = []
    }
  }
  kept.at(-1)?.parts.push(...waiting)
  return kept.length > 0
    ? kept
    : waiting.slice(0, 1).map((head) => ({ title: head.words, heading: head.words, parts: waiting }))
}

const chapterOf = (title: string, heading: string | null, parts: Part[], sizes: Sizes): CutChapter => {
  const top = topDepth(parts)
  if (top > 6)
    return {
      title,
      lessons:
        sizeOf(parts) <= sizes.long / 2
          ? lessonsOf(parts, sizes, title, heading)
          : bySize(parts, sizes, title, heading),
    }
  const [lead = [], ...groups] = splitAt(parts, top)
  const heads = new Map<CutLesson, Part>()
  const lessons = groups.flatMap((group) => {
    const cut = lessonOfGroup(group, sizes)
    if (cut[0] && group[0]) heads.set(cut[0], group[0])
    return cut
  })
  const kept = withoutEmpty(lessons, heads)
  if (lead.length > 0 && sizeOf(lead) <= shortLead && kept[0]) kept[0].parts.unshift(...lead)
  else kept.unshift(...lessonsOf(lead, sizes, title, heading))
  return { title, lessons: kept }
}

/** A document without any heading: lessons of a comfortable length, named by the words that they begin with. */
const withoutHeadings = (parts: Part[], title: string, sizes: Sizes): CutChapter[] => {
  const lessons = bySize(parts, sizes, title, null, true)
  if (lessons.length <= lessonsOfChapter * 1.5) return lessons.length > 0 ? [{ title, lessons }] : []
  const chapters = Math.ceil(lessons.length / lessonsOfChapter)
  const each = Math.ceil(lessons.length / chapters)
  return Array.from({ length: chapters }, (_, at) => lessons.slice(at * each, (at + 1) * each))
    .filter((group) => group.length > 0)
    .map((group) => ({ title: group[0]?.title ?? title, lessons: group }))
}

/**
 * Chapters and lessons by the levels that a document really uses: its highest makes chapters, the next below, whichever
 * it is in each of them, makes lessons. Where a title stands above a single level, that level makes lessons.
 */
export const cut = (parts: Part[], title: string, hasTitle: boolean, sizes: Sizes): CutChapter[] => {
  const top = topDepth(parts)
  if (top > 6) return withoutHeadings(parts, title, sizes)
  const depths = new Set(parts.map(({ depth }) => depth).filter((depth) => depth > 0))
  if (depths.size === 1 && (hasTitle || top > 1)) return [chapterOf(title, null, parts, sizes)]
  const [lead = [], ...groups] = splitAt(parts, top)
  const isShort = sizeOf(lead) <= shortLead && groups.some((group) => group.length > 1)
  const chapters: CutChapter[] = lead.length > 0 && !isShort ? [chapterOf(title, null, lead, sizes)] : []
  let waiting: Part[] = isShort ? lead : []
  for (const [head, ...rest] of groups) {
    if (!head) continue
    if (rest.length === 0) waiting.push(head)
    else {
      chapters.push(chapterOf(head.words, head.words, rest, sizes))
      chapters.at(-1)?.lessons[0]?.parts.unshift(...waiting)
      waiting = []
    }
  }
  const last = chapters.at(-1)
  if (last) last.lessons.at(-1)?.parts.push(...waiting)
  else if (waiting[0])
    chapters.push({
      title,
      lessons: [{ title: waiting[0].words, heading: waiting[0].words, parts: waiting }],
    })
  return chapters
}
