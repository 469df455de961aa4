import type { Actor } from '../../platform/identity/actor.ts'
import { readPageContent } from './content.ts'
import { requirePage } from './access.ts'
import { pages } from './page.ts'
import { revisions } from './revision/revision.ts'
import { findPageContext } from './page-context.ts'

/**
 * Loads a page with its content; title and content as of revision `number`, if given. Throws 404 if the caller may not
 * see the page, or if the page has no such revision.
 */
export const loadShownPage = async (actor: Actor, id: string, number: number | undefined) => {
  const [page, older] = await Promise.all([
    pages.get({ id }),
    number && revisions.find({ page_id: id, number }),
  ])
  const shown = number ? older || undefined : page
  const [content, around, placed] = await Promise.all([
    shown && readPageContent(pages.keyOf(page).pk, shown.text),
    findPageContext(actor, page),
    requirePage(actor, page),
  ])
  if (!shown) throw revisions.absent()
  if (content === undefined) throw pages.absent()
  const isThere = placed.page === page
  return {
    ...placed.page,
    title: shown.title,
    revision: number ?? page.revision,
    content,
    ...(isThere ? around : await findPageContext(actor, placed.page)),
  }
}
