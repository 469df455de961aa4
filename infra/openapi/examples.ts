import { readFileSync } from 'node:fs'

const fence = /^```\w*\n([^]*?)^```$/gm

/** The examples of a README: each block of code below "Try it", with the text before it as one paragraph. */
export const examplesOf = (readme: string): { text: string; code: string }[] => {
  const section = /^## Try it\n([^]*?)(?=^## )/m.exec(readme)?.[1]
  if (section === undefined) throw new Error('README.md has no section "Try it".')
  let end = 0
  return [...section.matchAll(fence)].map((match) => {
    const text = section.slice(end, match.index).trim().replaceAll(/\s+/g, ' ')
    end = match.index + match[0].length
    return { text, code: (match[1] as string).trimEnd() }
  })
}

/** The examples of our own README. */
export const readmeExamples = () =>
  examplesOf(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
