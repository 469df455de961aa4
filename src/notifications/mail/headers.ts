import { environment } from '../../platform/runtime/environment.ts'
import type { ResourceLink } from '../../platform/resource.ts'

/**
 * SES replaces each Message-ID by its own, so all mails about a thing answer one id that no mail has: programs show
 * them as one thread (RFC 5322 section 3.6.4). A deleted thing has its id in the trash as well.
 */
const threadOf = ({ id }: ResourceLink) => {
  const thread = `<${id}@${new URL(environment.publicUrl).hostname}>`
  return { 'In-Reply-To': thread, References: thread }
}

/** The headers of the mail of a notice; unsubscribing is one click (RFC 8058). */
export const headersOf = (
  { id }: { id: string },
  resource: ResourceLink | null,
  unsubscribe: string,
): Record<string, string> => ({
  'X-Mail-Id': id,
  'Auto-Submitted': 'auto-generated',
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  ...(resource && threadOf(resource)),
})
