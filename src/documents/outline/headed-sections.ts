import type { LessonSection } from './lesson-sections.ts'
import type { TextBlock } from '../markdown/text-block.ts'

/** Sections by their headings; those with nothing below them stand above the section that follows, or are left over. */
export const readHeadedSections = (
  sections: TextBlock[][],
): { headed: (LessonSection & { above: TextBlock[] })[]; left: TextBlock[] } => {
  const headed: (LessonSection & { above: TextBlock[] })[] = []
  let above: TextBlock[] = []
  for (const [head, ...blocks] of sections) {
    if (!head) continue
    if (blocks.length === 0) {
      above.push(head)
      continue
    }
    headed.push({ title: head.words, heading: head.words, above, head, blocks })
    above = []
  }
  return { headed, left: above }
}
