import { environment } from '../../platform/runtime/environment.ts'
import type { ResourceLink } from '../../platform/resource.ts'

/**
 * SES replaces each Message-ID with its own. So all emails about a resource reply to one made-up id, and mail programs
 * show them as one thread (RFC 5322 section 3.6.4). A deleted resource keeps its id in the trash.
 */
const threadHeaders = ({ id }: ResourceLink) => {
  const thread = `<${id}@${new URL(environment.publicUrl).hostname}>`
  return { 'In-Reply-To': thread, References: thread }
}

/** Returns the headers of a notification email, with one-click unsubscribe (RFC 8058). */
export const notificationMailHeaders = (
  { id }: { id: string },
  resource: ResourceLink | null,
  unsubscribe: string,
): Record<string, string> => ({
  'X-Mail-Id': id,
  'Auto-Submitted': 'auto-generated',
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  ...(resource && threadHeaders(resource)),
})
