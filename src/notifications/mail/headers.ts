import { environment } from '../../platform/runtime/environment.ts'
import type { ResourceLink } from '../../platform/resource.ts'

/**
 * Returns the headers that make mail programs show all emails about a resource as one thread: SES replaces each
 * Message-ID, so every email replies to the same made-up ID (RFC 5322 section 3.6.4). A deleted resource keeps its ID
 * in the trash.
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
