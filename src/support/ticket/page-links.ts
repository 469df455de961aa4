import { resourceUrl } from '../../platform/http/app-urls.ts'
import type { Principal } from '../../platform/identity/policy.ts'
import { readablePages } from '../../wiki/page/access.ts'
import { pageType } from '../../wiki/page/page.ts'
import type { StoredTicketLink } from '../link/link.ts'

/** Returns the links to pages that the reader may read; two round trips. */
export const resolvePageLinks = async (reader: Principal, links: StoredTicketLink[]) => {
  const found = await readablePages(reader, links)
  return links.flatMap(({ type, id }, index) => {
    const title = found[index]?.title
    const url = resourceUrl({ type: pageType.type, id })
    return title === undefined ? [] : [{ type, id, number: null, title, url }]
  })
}
