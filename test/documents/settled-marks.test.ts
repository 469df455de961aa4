import type { PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { toTextBlock } from '../../src/documents/markdown/text-block.ts'

const text = (value: string): PhrasingContent => ({ type: 'text', value })
const strong = (...children: PhrasingContent[]): PhrasingContent => ({ type: 'strong', children })
const emphasis = (...children: PhrasingContent[]): PhrasingContent => ({ type: 'emphasis', children })
const struck = (...children: PhrasingContent[]): PhrasingContent => ({ type: 'delete', children })
const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value })

const write = (...children: PhrasingContent[]) =>
  toTextBlock({ node: { type: 'paragraph', children }, page: null })?.markdown ?? ''

const read = (markdown: string) =>
  toString(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))

describe('Marked text beside a word', () => {
  test.each<[PhrasingContent[], string]>([
    [[strong(text('Note:')), text('Quirl')], '**Note**:Quirl'],
    [[text('a'), strong(text('(b)')), text('c')], 'a(**b**)c'],
    [[text('Wort'), strong(text('„Zitat“')), text('Wort')], 'Wort„**Zitat**“Wort'],
    [[strong(text('日本。')), text('語')], '**日本**。語'],
    [[strong(text('!')), text('x')], '!x'],
    [[struck(text('x.')), text('y')], '~~x~~.y'],
    [[strong(text('a'), code('b')), text('c')], 'a`b`c'],
    [[strong(emphasis(text('ab.'))), text('cd')], '*ab*.cd'],
    [[strong(text('bold')), text('word')], '**bold**word'],
    [[strong(text('Note:')), text(' Quirl')], '**Note:** Quirl'],
    [[strong(text('a')), emphasis(text('b'))], '**a**_b_'],
    [[text(' lead '), { type: 'break' }, text(' \tnext ')], 'lead\\\nnext'],
  ])('writes no character references: %j', (nodes, expected) => {
    const markdown = write(...nodes)

    expect(markdown).toBe(expected)
    const words = nodes.map((node) => (node.type === 'break' ? '' : toString(node))).join('')
    expect(read(markdown).replace(/\s+/g, '')).toBe(words.replace(/\s+/g, ''))
  })
})
