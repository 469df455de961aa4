import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * The rules of axe-core that these parts of a page, or all of it, break, each with the elements that do.
 * The page must not forbid evaluated scripts, or its context must bypass its Content Security Policy.
 */
export const findingsOn = async (
  page: Page,
  parts: string[] = ['html'],
): Promise<Record<string, string[]>> => {
  await page.evaluate(axe.source)
  // selectors of what breaks no rule take a quarter of the time
  const options = { resultTypes: ['violations'] }
  const run = `axe.run({ include: ${JSON.stringify(parts)} }, ${JSON.stringify(options)})`
  const { violations } = (await page.evaluate(run)) as AxeResults
  return Object.fromEntries(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
  )
}
