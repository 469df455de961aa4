import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Returns the axe-core rules that the page, or these parts of it, violates, each with the violating elements. The page
 * must allow evaluated scripts, or its context must bypass the Content Security Policy.
 */
export const findingsOn = async (
  page: Page,
  parts: string[] = ['html'],
): Promise<Record<string, string[]>> => {
  await page.evaluate(axe.source)
  // without the selectors of passing elements, a run takes a quarter of the time
  const options = { resultTypes: ['violations'] }
  const run = `axe.run({ include: ${JSON.stringify(parts)} }, ${JSON.stringify(options)})`
  const { violations } = (await page.evaluate(run)) as AxeResults
  return Object.fromEntries(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
  )
}
