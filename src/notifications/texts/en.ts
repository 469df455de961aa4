import type { Texts, Worded } from '../words.ts'

const deleted = ({ who, what, until }: { who: string; what: string; until: string }): Worded => ({
  title: `${who} deleted “${what}”`,
  body: `It can be restored from the trash until ${until}.`,
})

/** The words of notices in English. */
export const en: Texts = {
  course_published: ({ who, what, about }) => ({ title: `${who} published “${what}”`, body: about }),
  course_generated: ({ what }) => ({ title: `“${what}” is ready` }),
  course_generation_failed: ({ what, reason }) => ({ title: `“${what}” could not be made`, body: reason }),
  course_outdated: ({ what, file }) => ({
    title: `The file of “${what}” has changed`,
    body: `The course was made from an earlier version of “${file}”. It can be generated again.`,
  }),
  page_updated: ({ who, what, comment }) => ({ title: `${who} updated “${what}”`, body: comment }),
  page_review_due: ({ what }) => ({ title: `Please review “${what}”` }),
  page_comment: ({ who, what, excerpt }) => ({ title: `${who} commented on “${what}”`, body: excerpt }),
  page_mention: ({ who, what, excerpt }) => ({ title: `${who} mentioned you on “${what}”`, body: excerpt }),
  page_deleted: deleted,
  space_deleted: deleted,
  course_deleted: deleted,
  project_deleted: deleted,
  task_deleted: deleted,
  file_deleted: deleted,
  file_shared: ({ who, what }) => ({ title: `${who} shared “${what}” with you` }),
  assistant_deleted: deleted,
  page_draft_moved: ({ what, parent }) => ({
    title:
      parent === 'deleted' ? `“${what}” is at the top of its space now` : `“${what}” is back where it was`,
    body: `The page that your draft was under was ${parent}.`,
  }),
  task_assigned: ({ who, what }) => ({ title: `${who} assigned “${what}” to you` }),
  task_due_changed: ({ who, what, due_date }) => ({
    title:
      due_date === null
        ? `${who} took the due date off “${what}”`
        : `${who} made “${what}” due on ${due_date}`,
  }),
  task_comment: ({ who, what, excerpt }) => ({ title: `${who} commented on “${what}”`, body: excerpt }),
  task_mention: ({ who, what, excerpt }) => ({ title: `${who} mentioned you on “${what}”`, body: excerpt }),
  ticket_reply: ({ who, what, excerpt }) => ({ title: `${who} replied to “${what}”`, body: excerpt }),
  ticket_status_changed: ({ who, what, status }) => ({
    title: `${who} set “${what}” to ${status.replace('_', ' ')}`,
  }),
  chat_mention: ({ who, what, excerpt }) => ({ title: `${who} mentioned you in “${what}”`, body: excerpt }),
  token_expiring: ({ name, until }) => ({
    title: `The access token “${name}” ends on ${until.slice(0, '2026-03-31'.length)}`,
    body: 'Programs that use it are refused from then on. Create another one for them before that.',
  }),
  sign_in_attempts: ({ until }) => ({
    title: 'Many attempts to sign in to your account have failed',
    body:
      'There were 100 wrong passwords for your account within 24 hours, from addresses where you have not signed ' +
      `in for 30 days. Until ${until} you can sign in only from addresses ` +
      'that you have used in the last 30 days. If you use this password elsewhere, change it.',
  }),
}
