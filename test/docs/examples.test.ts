import { hashSecret } from '../../src/platform/runtime/secret.ts'
import { signInCodes } from '../../src/auth/oidc/pending-sign-in.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import document from '#generated/openapi.json' with { type: 'json' }
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import { call, type CallOptions } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { givenChat, givenTalk, givenWords, messageFor } from '../support/given-chat.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from '../support/given-course.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { givenQuizCourse } from '../support/given-quiz.ts'
import { givenProvider } from '../support/given-provider.ts'
import {
  givenContact,
  givenMacro,
  givenMessage,
  givenTicket,
  givenTicketIn,
} from '../support/given-ticket.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { givenDirectoryToken } from '../support/given-token.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider } from '../support/scripted-provider.ts'
import { settle } from '../support/world.ts'
import { startErasure } from '../jobs/given.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { abandonRun } from '../../src/lms/generation/course-generation.ts'
import { courses } from '../../src/lms/course/course.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { accountLinks } from '../../src/mail/account-link.ts'
import { formerEmails } from '../../src/mail/former-email.ts'
import { users } from '../../src/platform/identity/user.ts'
import { transact } from '../../src/platform/table/table.ts'
import { registerUser, toRegisterUser } from '../../src/users/registration.ts'
import { createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { createScimUser } from '../../src/scim/endpoints/create-scim-user.ts'
import { createScimGroup } from '../../src/scim/endpoints/create-scim-group.ts'
import { listScimGroups } from '../../src/scim/endpoints/list-scim-groups.ts'
import { listScimUsers } from '../../src/scim/endpoints/list-scim-users.ts'
import { ticketLinks } from '../../src/support/correspondence/ticket-link.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { findContactByEmail } from '../../src/support/contact/contact.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { givenGroup } from '../groups/given.ts'
import { givenWebhook } from '../webhooks/given.ts'
import { sendTestEvent } from '../../src/webhooks/endpoints/send-test-event.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { readAll } from '../../src/platform/table/list/list.ts'

interface Operation {
  operationId: string
  requestBody?: { description: string; content: Record<string, { example?: Record<string, unknown> }> }
}

/** Input of a call in addition to the example: the caller, the path, and replacements for the IDs in the example. */
type Prepared = Pick<CallOptions, 'as' | 'params' | 'query'> & {
  ids?: Record<string, unknown>
  /** Expected error for the IDs in the example itself. */
  refusal?: { status: number; code: string }
}

const operations = Object.values(document.paths).flatMap((item) =>
  Object.entries(item as Record<string, Operation>).flatMap(([method, operation]) => {
    const endpoint = endpoints.find(({ name }) => name.replaceAll('-', '_') === operation.operationId)
    // protocols of others have no JSON bodies and no tokens of a sign-in
    const isForeign = endpoint?.spec.rawProtocol || endpoint?.spec.bodyFormat
    return ['post', 'put'].includes(method) && endpoint && !isForeign
      ? [{ ...operation, handler: endpoint.handler }]
      : []
  }),
)

const exampleOf = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.example

const provider = await givenProvider()
let user: SignedIn
let agent: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[user, agent, admin] = await Promise.all([
    signedIn(),
    signedIn({ role: 'support_agent' }),
    signedIn({ role: 'admin' }),
  ])
})

const of = ({ id }: { id: string }, as = user): Prepared => ({ as, params: { id } })
const byUser = (): Prepared => ({ as: user })

const givenReply = async () => {
  const { chat } = await givenTalk(user)
  const { replies } = await givenWords(user, chat, 'Hello')
  return { as: user, params: { id: chat.id as string, message_id: replies[0]!.id as string } }
}

const givenWrittenReply = async () => {
  provider.say('Hello.')
  const reply = await givenReply()
  await settle()
  return reply
}

const givenCancelledReply = async () => {
  const reply = await givenReply()
  await made(cancelMessage, reply)
  return reply
}

const givenChange = async () => {
  const task = await givenTask(user, await givenProject(user))
  await settle()
  const query = { resource_type: 'task' as const, resource_id: task.id }
  const { items } = await made(listActivity, { as: user, query })
  return { as: user, params: { id: items[0]!.id } }
}

const givenWaitingReply = async () => {
  const page = await givenPage(user, await givenSpace(user))
  const { chat } = await givenTalk(user, { functions: ['wiki_delete_page'] })
  provider.call('wiki_delete_page', { id: page.id })
  provider.say('It is gone.')
  const { replies } = await givenWords(user, chat, 'Delete the page')
  await settle()
  expect((await messageFor(user, replies[0]!)).status).toBe('requires_action')
  return { as: user, params: { id: chat.id as string, message_id: replies[0]!.id as string } }
}

const givenLesson = async () => {
  const course = await givenCourse(user, { chapters: [chapterOf('Long ones.')] })
  return { course, lesson: course.chapters[0]!.lessons[0] as { id: string } }
}

const givenFailedCourse = async () => {
  const file = await givenFile(user, { name: 'safety.md', bytes: '# Fire safety\n\nWalk, do not run.' })
  const { id } = await made(createCourseFromFile, { as: user, body: { file_id: file.id } })
  await abandonRun({ course_id: id, run_id: (await courses.get({ id })).run?.id as string })
  return of({ id })
}

const givenNotification = async () => {
  const { author, page } = await givenOwnPage()
  await made(subscribePage, of(page))
  await givenRevision(author, page, { content: '# Revised' })
  await settle()
  const { items } = await made(listNotifications, { as: user })
  return of(items[0]!)
}

const givenUploadedFile = async () => {
  const { file, upload } = await givenUpload(user)
  await putBytes(upload, 'hello')
  return of(file)
}

const givenDeletedTask = async () => {
  const task = await givenTask(user, await givenProject(user))
  await call(deleteTask, of(task))
  return of(task)
}

const givenEditLink = async () => {
  const file = await givenFile(user, { name: 'minutes.docx' })
  const { url } = await made(createEditLink, of(file))
  return { params: { id: file.id as string }, query: Object.fromEntries(new URL(url as string).searchParams) }
}

/** The ticket of the link in the examples. */
const linkedTicket = { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' }

const givenTicketLink = async () => {
  const [{ id }, secret] = [linkedTicket, 'Bz3qKx7mWvT1']
  if (await tickets.find({ id })) return {}
  const { id: contact_id, name, email } = await givenContact(agent)
  await tickets.create(
    tickets.make({
      id,
      number: 1,
      subject: 'It leaks',
      requester: { id: contact_id, name, contact_id },
      created_by: { id: contact_id, name },
    }),
  )
  await ticketLinks.create({ ticket_id: id, contact_id, hash: hashSecret([secret, email].join(' ')) })
  return {}
}

/** Preparation of each operation, with the least privileged role that may call it. */
const preparations: Record<string, () => Prepared | Promise<Prepared>> = {
  assistants_create_trust: async () =>
    of((await givenTalk(user, { functions: ['wiki_create_page'] })).assistant),
  assistants_create_assistant: byUser,
  assistants_update_assistant: async () => of((await givenTalk(user)).assistant),
  auth_create_access_token: async () => ({ as: await signedIn() }),
  auth_create_oidc_token: async () => {
    const oidc = {
      provider: 'company',
      issuer: 'https://id.example.com',
      subject: '1',
      sid: null,
      id_token: null,
      asked_at: Date.now(),
    }
    await signInCodes.create(
      signInCodes.make({
        id: hashSecret('Bz3qKx7mWvT1'),
        user_id: user.id,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        oidc,
        expires_at: Math.floor(Date.now() / 1_000) + 60,
      }),
    )
    return {}
  },
  auth_login: async () => {
    await registerUser({ email: 'user@example.com', name: 'Uma User', role: 'user' }, 'local-password')
    return {}
  },
  auth_confirm_password_reset: async () => {
    const [user_id, secret] = ['01990c1e', 'Bz3qKx7mWvT1']
    const user = users.make({ id: user_id, email: 'grace@example.com', name: 'Grace', role: 'user' })
    await transact(toRegisterUser({ ...user, email: 'grace@example.com' }, null))
    const until = Math.floor(Date.now() / 1_000) + 60
    const hashes = [hashSecret([secret, user.epoch, user.email].join(' '))]
    const link = { user_id, mail_id: 'any', hashes, until, asked: [] }
    await accountLinks.create(accountLinks.make(link))
    return {}
  },
  auth_restore_email: async () => {
    const fields = { email: 'lin.new@example.com', name: 'Lin', role: 'user' } as const
    const { id: user_id } = await registerUser(fields, undefined)
    const until = Math.floor(Date.now() / 1_000) + 60
    const hashes = [hashSecret('Bz3qKx7mWvT1')]
    const former = { email: 'lin@example.com', user_id, mail_id: 'any', status: 'ok' as const, hashes, until }
    await formerEmails.create(formerEmails.make(former))
    return {}
  },
  auth_request_password_reset: () => ({}),
  auth_logout: async () => ({ as: await signedIn() }),
  auth_logout_at_provider: async () => ({ as: await signedIn() }),
  auth_refresh: async () => ({ as: await signedIn() }),
  chats_cancel_message: givenReply,
  chats_confirm_message: givenWaitingReply,
  chats_create_chat: byUser,
  chats_create_message: async () => of(await givenChat(user)),
  chats_rate_message: givenWrittenReply,
  chats_retry_message: givenCancelledReply,
  chats_undo_message: givenCancelledReply,
  chats_update_chat: async () => of(await givenChat(user)),
  chats_update_message: async () => {
    const { message } = await givenWords(user, await givenChat(user))
    return { as: user, params: { id: message.chat_id, message_id: message.id } }
  },
  files_complete_file: givenUploadedFile,
  files_create_file: byUser,
  files_render_markdown: byUser,
  files_restore_version: async () => {
    const file = await givenFile(user)
    return { as: user, params: { id: file.id, number: 1 } }
  },
  files_update_file: async () => of(await givenFile(user)),
  functions_invoke_function: () => ({ as: user, params: { name: 'wiki_list_spaces' } }),
  lms_compile_course: async () => ({
    as: user,
    ids: { sources: [{ type: 'wiki_page', id: (await givenPage(user, await givenSpace(user))).id }] },
    refusal: { status: 422, code: 'request.invalid' },
  }),
  lms_create_assignment: async () => ({
    ...of(await givenCourse(user)),
    ids: { user_ids: [user.id] },
    refusal: { status: 422, code: 'request.invalid' },
  }),
  lms_copy_course: async () => of(await givenCourse(user)),
  lms_suggest_questions: async () => {
    const generating = await startProvider({ is_default: true })
    onTestFinished(() => generating.stop())
    generating.say(
      JSON.stringify({ questions: [{ lesson: 0, type: 'number', prompt: 'How many?', answer: 1 }] }),
    )
    const { id, chapters } = await givenCourse(user, { chapters: [chapterOf('There is one.')] })
    return { as: user, params: { id, lesson_id: chapters[0]!.lessons[0]!.id } }
  },
  lms_create_attempt: async () => {
    const { id, lesson_id } = await givenQuizCourse(admin, [user])
    return { as: user, params: { id, lesson_id } }
  },
  lms_create_category: () => ({ as: admin }),
  lms_create_course: byUser,
  lms_create_course_from_file: async () => ({
    as: user,
    ids: { file_id: (await givenFile(user, { name: 'safety.md', bytes: '# Fire safety' })).id },
    refusal: { status: 404, code: 'files.file_not_found' },
  }),
  lms_create_event: () => ({ as: admin }),
  lms_create_event_feed: byUser,
  lms_enroll_course: async () => of(await givenCourse(admin)),
  lms_generate_course: givenFailedCourse,
  lms_read_all_notifications: byUser,
  lms_subscribe_category: async () => of(await givenCategory()),
  lms_update_category: async () => of(await givenCategory({ parent_id: (await givenCategory()).id }), admin),
  lms_update_course: async () => of(await givenCourse(user)),
  lms_update_event: async () => {
    const start_at = '2026-03-01T09:30:00.000Z'
    return of(
      await made(createEvent, { as: admin, body: { title: 'Meeting', start_at, course_id: null } }),
      admin,
    )
  },
  lms_update_lesson: async () => {
    const { course, lesson } = await givenLesson()
    return { as: user, params: { id: course.id, lesson_id: lesson.id } }
  },
  lms_update_notification: givenNotification,
  lms_update_preferences: byUser,
  lms_update_progress: async () => {
    const { course, lesson } = await givenLesson()
    await enroll(user, course)
    return {
      ...of(course),
      ids: { lesson_id: lesson.id },
      refusal: { status: 422, code: 'request.invalid' },
    }
  },
  scim_create_scim_group: async () => ({ as: await givenDirectoryToken(admin) }),
  scim_replace_scim_group: async () => {
    const as = await givenDirectoryToken(admin)
    const query = { filter: 'displayName eq "Tour guides"' }
    const { Resources } = await made(listScimGroups, { as, query })
    const body = { displayName: 'Tour guides' }
    return { as, params: Resources[0] ?? (await made(createScimGroup, { as, body })) }
  },
  scim_create_scim_user: async () => ({ as: await givenDirectoryToken(admin) }),
  // the previous example has taken the name
  scim_replace_scim_user: async () => {
    const as = await givenDirectoryToken(admin)
    const query = { filter: 'userName eq "ada@example.com"' }
    const { Resources } = await made(listScimUsers, { as, query })
    return {
      as,
      params: Resources[0] ?? (await made(createScimUser, { as, body: { userName: 'ada@example.com' } })),
    }
  },
  support_reply_by_link: givenTicketLink,
  support_read_linked_file: async () => {
    await givenTicketLink()
    const { id: file_id } = await givenFile(agent, { name: 'manual.txt' })
    const { id: message_id } = await givenMessage(agent, linkedTicket, { attachments: [file_id] })
    return { ids: { message_id, file_id }, refusal: { status: 404, code: 'files.file_not_found' } }
  },
  support_read_linked_ticket: givenTicketLink,
  support_create_contact: () => ({ as: agent }),
  support_create_message: async () => ({
    as: user,
    ids: { ticket_id: (await givenTicket(user)).id },
    refusal: { status: 404, code: 'support.ticket_not_found' },
  }),
  support_create_ticket: byUser,
  support_suggest_solutions: byUser,
  support_update_contact: async () => {
    const known = await findContactByEmail('carla@customer.example')
    return of(known ?? (await givenContact(agent)), agent)
  },
  support_update_policies: () => ({ as: admin }),
  support_merge_ticket: async () => ({
    ...of(await givenTicket(user), agent),
  }),
  support_create_macro: () => ({ as: agent }),
  support_create_ticket_page: async () => ({
    ...of(await givenTicketIn(user, agent, 'resolved'), agent),
    ids: { space_id: (await givenSpace(agent)).id },
    refusal: { status: 422, code: 'request.invalid' },
  }),
  support_preview_macro: async () => ({
    ...of(await givenMacro(agent), agent),
  }),
  support_update_macro: async () => of(await givenMacro(agent), agent),
  support_update_tickets: async () => ({ as: agent, ids: { ids: [(await givenTicket(user)).id] } }),
  support_update_ticket: async () => of(await givenTicket(user), agent),
  support_view_ticket: async () => of(await givenTicket(user), agent),
  task_create_comment: async () => of(await givenTask(user, await givenProject(user))),
  task_create_project: byUser,
  task_create_task: async () => of(await givenProject(user)),
  task_update_project: async () => of(await givenProject(user)),
  task_update_task: async () => of(await givenTask(user, await givenProject(user))),
  task_update_tasks: async () => {
    const { id, project_id } = await givenTask(user, await givenProject(user))
    return { ...of({ id: project_id }), ids: { ids: [id] } }
  },
  groups_add_member: async () => ({
    as: admin,
    params: { id: (await givenGroup(admin)).id, user_id: user.id },
  }),
  groups_create_group: () => ({ as: admin }),
  // the previous example has taken the name
  groups_update_group: async () => {
    const all = await readAll(groups.in('all', {}))
    return of(all.find(({ name }) => name === 'Research') ?? (await givenGroup(admin)), admin)
  },
  jobs_cancel_job: async () => of((await startErasure(admin)).body, admin),
  users_create_user: () => ({ as: admin }),
  users_invite_user: async () => {
    const invited = users.make({ email: 'ada@example.net', name: 'Ada', role: 'user' })
    await transact(toRegisterUser({ ...invited, email: 'ada@example.net' }, null))
    return of(invited, admin)
  },
  users_update_user: () => of(user),
  trash_restore_entry: givenDeletedTask,
  undo_create_undo_job: byUser,
  undo_undo_change: givenChange,
  wiki_create_comment: async () => of((await givenOwnPage()).page),
  wiki_create_page: async () => ({
    as: user,
    ids: { space_id: (await givenSpace(user)).id },
    refusal: { status: 422, code: 'request.invalid' },
  }),
  wiki_create_revision: async () => of(await givenPage(user, await givenSpace(user))),
  wiki_create_space: byUser,
  wiki_restore_revision: async () => {
    const page = await givenPage(user, await givenSpace(user))
    await givenRevision(user, page, { content: '# Revised' })
    return { as: user, params: { id: page.id, number: 1 } }
  },
  wiki_subscribe_page: async () => of((await givenOwnPage()).page),
  wiki_update_comment: async () => {
    const { page } = await givenOwnPage()
    const params = { id: page.id }
    const comment = await made(createComment, { as: user, params, body: { text: 'A comment' } })
    return { as: user, params: { ...params, comment_id: comment.id } }
  },
  wiki_update_page: async () => of(await givenPage(user, await givenSpace(user))),
  webhooks_create_webhook: () => ({ as: admin }),
  webhooks_replace_secret: async () => of(await givenWebhook(admin), admin),
  webhooks_redeliver_event: async () => {
    const { id } = await givenWebhook(admin)
    const { body } = await call(sendTestEvent, { as: admin, params: { id } })
    return { as: admin, params: { id, delivery_id: body.id } }
  },
  webhooks_send_test_event: async () => of(await givenWebhook(admin), admin),
  webhooks_update_webhook: async () => of(await givenWebhook(admin), admin),
  wiki_update_space: async () => of(await givenSpace(user)),
  wopi_create_edit_link: async () => of(await givenFile(user, { name: 'minutes.docx' })),
  wopi_create_token: async () => of(await givenFile(user, { name: 'minutes.docx' })),
  wopi_open_editor: givenEditLink,
}

describe('the documented examples of POST and PUT', () => {
  test('include every operation', () => {
    expect(Object.keys(preparations).sort()).toEqual(operations.map((one) => one.operationId).sort())
  })

  test.each(operations)('$operationId', async (operation) => {
    const { ids, refusal, ...caller } = (await preparations[operation.operationId]?.()) ?? {}
    const example = exampleOf(operation)

    const shown = await call(operation.handler, { ...caller, body: example })

    if (!refusal) return expect(shown.status, shown.text).toBeLessThan(300)
    expect({ status: shown.status, code: shown.headers['x-error-code'] }).toEqual(refusal)
    for (const name of Object.keys(ids ?? {}))
      expect(operation.requestBody?.description).toMatch(
        new RegExp(`\`${name}(?:[.[][^\`]*)?\`(?: and \`.*\`)? stands? for the ID`),
      )
    const answer = await call(operation.handler, { ...caller, body: { ...example, ...ids } })
    expect(answer.status, answer.text).toBeLessThan(300)
  })
})

const pairs = operations.flatMap(({ operationId, handler: write }) => {
  const read = endpoints.find(
    ({ spec }) =>
      spec.method === 'GET' && write.spec.method === 'PUT' && fullPath(spec) === fullPath(write.spec),
  )
  return read ? [{ operationId, read: read.handler, write }] : []
})

describe('PUT', () => {
  test.each(pairs)('accepts the response of the GET of its path in $operationId', async (pair) => {
    const { ids: _, refusal: __, ...caller } = (await preparations[pair.operationId]?.()) ?? {}
    const first = await call(pair.read, caller)
    // a chat is read with its messages
    const { chat = first.body } = first.body as { chat?: unknown }

    const answer = await call(pair.write, { ...caller, body: chat })
    const second = await call(pair.read, caller)

    expect([first.status, answer.status], answer.text).toEqual([200, 200])
    // SCIM: a directory sets the version and the time of each replacement
    const [before, after] = [first, second].map(({ body }) => ({ ...(body as object), meta: null }))
    expect(after).toEqual(before)
  })
})
