import { heading, paragraph, type Block } from '../../markdown/block.ts'
import { toInline, type TextWithLinks } from './text.ts'

/** A paragraph or heading that lines may still go on; `isWhole` where none may, `label` what stands in front of it. */
export type OpenText = {
  kind: 'text' | 'heading'
  depth: number
  content: TextWithLinks
  page: number
  isWhole: boolean
  label: string
}

type Heading = Pick<OpenText, 'depth' | 'isWhole' | 'label'>

export const toNode = ({ kind, depth, content }: OpenText): Block['node'] =>
  kind === 'heading' ? heading(depth, toInline(content)) : paragraph(toInline(content))

export const noHeading: Heading = { depth: 0, isWhole: false, label: '' }
