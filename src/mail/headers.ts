import type { StoredMail } from './mail.ts'

/** Returns headers that mark a mail as automatic, and name the mail it replies to (RFC 3834 section 3.1). */
export const outgoingMailHeaders = ({
  id,
  type,
  params: { in_reply_to },
}: Pick<StoredMail, 'id' | 'type' | 'params'>): Record<string, string> => ({
  'X-Mail-Id': id,
  'Auto-Submitted': type.startsWith('reply_') ? 'auto-replied' : 'auto-generated',
  ...(in_reply_to && { 'In-Reply-To': in_reply_to, References: in_reply_to }),
})
