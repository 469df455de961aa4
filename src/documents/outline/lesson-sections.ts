import { sumCharacters, sumMinutes } from './groups.ts'
import type { TextBlock } from '../markdown/text-block.ts'
import { asTitle } from './title.ts'

/**
 * What stands under one heading of a document, or a piece of that: `head` is the heading itself, and `above` are those
 * before it with nothing below them. `heading` is null where there is none.
 */
export type LessonSection = {
  title: string
  heading: string | null
  above?: TextBlock[]
  head?: TextBlock
  blocks: TextBlock[]
}

/** A lesson: one section, or several small ones. */
export type LessonBlocks = { title: string; sections: LessonSection[] }

/** What is read as one lesson without effort, in minutes; more is joined only where a section would stay too small. */
const comfortableMinutes = 8
const maxSections = 200
const titlePartCharacters = 120
/** What a lesson's text gets besides its blocks, in characters: what stands around a heading. */
const headingCharacters = 20

const minutesOf = ({ sections }: LessonBlocks): number =>
  sections.reduce((sum, { blocks }) => sum + sumMinutes(blocks), 0)

const charactersOf = ({ title, head, above = [], blocks }: LessonSection): number =>
  sumCharacters(blocks) + sumCharacters(above) + (head?.markdown.length ?? title.length) + headingCharacters

/** How long a lesson is at most, in characters of Markdown. */
export const lessonCharacters = ({ sections }: LessonBlocks): number =>
  sections.reduce((sum, section) => sum + charactersOf(section), 0)

export const mergeTitles = (titles: string[]): string => {
  const first = titles[0] ?? '…'
  const last = titles.at(-1) ?? first
  if (first === last) return first
  return asTitle(`${first.slice(0, titlePartCharacters)} – ${last.slice(0, titlePartCharacters)}`) ?? first
}

/** Several lessons as one, whose title says where it begins and ends. */
export const joinLessons = (lessons: LessonBlocks[]): LessonBlocks => {
  const [first] = lessons
  if (lessons.length === 1 && first) return first
  const sections = lessons.flatMap(({ sections }) => sections)
  return { title: mergeTitles(sections.map(({ title }) => title)), sections }
}

/** How bad it is that a group of lessons is one of these minutes: too short is worst, then too long, then joining. */
const costOf = (count: number, minutes: number, minMinutes: number): number => {
  const missing = Math.max(0, 1 - minutes / minMinutes)
  const excess = count > 1 ? Math.max(0, minutes / comfortableMinutes - 1) : 0
  return 4 * missing ** 2 + excess + 0.15 * (count - 1)
}

/** Neighbouring lessons joined where they are short, so that as few as can be are too short or too long. */
export const joinSmallLessons = (
  lessons: LessonBlocks[],
  { minMinutes, maxMinutes }: { minMinutes: number; maxMinutes: number },
): LessonBlocks[] => {
  const minutes = lessons.map(minutesOf)
  /** Of the first lessons, this many: the least cost, and where the last group of them begins. */
  const best = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= lessons.length; end++) {
    let least = { cost: Infinity, start: end - 1 }
    let sum = 0
    for (let start = end - 1; start >= Math.max(0, end - maxSections); start--) {
      sum += minutes[start] ?? 0
      if (sum > maxMinutes && start < end - 1) break
      const cost = (best[start]?.cost ?? 0) + costOf(end - start, sum, minMinutes)
      if (cost < least.cost) least = { cost, start }
    }
    best.push(least)
  }
  const groups: LessonBlocks[] = []
  for (let end = lessons.length; end > 0; end = best[end]?.start ?? 0)
    groups.push(joinLessons(lessons.slice(best[end]?.start, end)))
  return groups.toReversed()
}
