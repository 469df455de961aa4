import { nounOf } from '../../src/platform/table/changes.ts'

/** What an `X-Error-Code` means wherever it is sent, and a `detail` that may come with it. */
interface ErrorCode {
  meaning: string
  detail: string
  /** By the name of an operation, where it says another sentence. */
  detailOf?: Record<string, string>
}

/** Codes of refusals by API Gateway and of what no endpoint serves; no operation declares them. */
export const outsideCodes: Record<string, ErrorCode & { status: number }> = {
  'request.method_not_allowed': {
    status: 405,
    meaning: 'The path has no such method; `Allow` lists those that it has.',
    detail: 'This path allows GET, HEAD, OPTIONS, not PATCH.',
  },
  'request.not_by_public_address': {
    status: 403,
    meaning: 'The request has bypassed the distribution in front of the service.',
    detail: 'Requests must be sent to the public address of this service.',
  },
  'request.path_unknown': {
    status: 404,
    meaning: 'The API has no such path.',
    detail: 'There is nothing at this path.',
  },
  'request.refused': {
    status: 400,
    meaning: 'API Gateway has refused the request for some other reason, with its own 4xx.',
    detail: 'The request was refused.',
  },
}

const codes: Record<string, ErrorCode> = {
  'assistants.edit_required': {
    meaning: 'The caller may use the assistant, but not change it.',
    detail: 'Only the owner of the assistant, people granted "edit" and administrators may change it.',
  },
  'assistants.owner_required': {
    meaning: 'The caller may neither share nor delete the assistant.',
    detail: 'Only the owner of the assistant and administrators may share or delete it.',
  },
  'auth.credentials_wrong': {
    meaning: 'The email address or the password is wrong, or the account is deactivated.',
    detail: 'The email address or the password is wrong.',
  },
  'auth.role_required': {
    meaning: 'The caller’s role does not permit this.',
    detail: 'This requires the role admin.',
  },
  'auth.session_required': {
    meaning: 'Only the person may do this, in a session of their own.',
    detail: 'Only the person may do this, in a session of their own.',
  },
  'auth.token_invalid': {
    meaning: 'The access token is malformed, expired or revoked: sign in again.',
    detail: 'The access token is invalid, expired or revoked.',
  },
  'auth.token_missing': {
    meaning: 'There is no `Authorization` header, or it has no bearer token.',
    detail: 'The header Authorization must be "Bearer <access_token>".',
  },
  'auth.too_many_attempts': {
    meaning: 'Too many wrong passwords; `Retry-After` says when to try again.',
    detail: 'Too many wrong passwords; please try again later.',
  },
  'chats.asker_required': {
    meaning: 'Only the person who asked for the reply may do this.',
    detail: 'Only the person who asked for the reply may do this: it acts with their rights.',
  },
  'chats.assistant_changed': {
    meaning:
      'The assistant has changed since it made the call: confirm without `trust`, or cancel the reply.',
    detail: 'The assistant has changed since it made the call.',
  },
  'chats.author_required': {
    meaning: 'Only the person who wrote the message may change or delete it.',
    detail: 'Only the person who wrote the message may change or delete it.',
  },
  'chats.change_period_over': {
    meaning: 'The message was written more than 24 hours ago: it can be neither changed nor deleted.',
    detail: 'A message can be changed or deleted within 24 hours after it was written.',
  },
  'chats.confirmation_expired': {
    meaning: 'A call that has waited for more than 24 hours cannot be confirmed: cancel the reply.',
    detail: 'The call has waited for more than 24 hours; cancel the reply.',
  },
  'chats.message_deleted': {
    meaning: 'A deleted message cannot be changed.',
    detail: 'The message was deleted.',
  },
  'chats.no_reply': {
    meaning: 'The message was not written by an assistant.',
    detail: 'The message is not a reply of an assistant.',
  },
  'chats.owner_required': {
    meaning: 'The caller takes part in the chat, but does not own it.',
    detail: 'Only the owner of the chat may change it.',
  },
  'chats.reply_status': {
    meaning: 'The reply has a status in which this cannot be done.',
    detail: 'The reply is completed, not failed or cancelled.',
    detailOf: {
      'chats-cancel-message': 'The reply is completed, not pending or requires_action.',
      'chats-confirm-message': 'The reply is completed, not requires_action.',
      'chats-rate-message': 'The reply is pending, not completed.',
      'chats-undo-message': 'The reply is pending, not completed or failed or cancelled.',
    },
  },
  'files.locked': {
    meaning: 'An editor has locked the file; try again when it is closed there.',
    detail: 'The file is open in an editor; close it there before restoring a version.',
  },
  'files.no_text': {
    meaning: 'The file has no text that can be read; `detail` says why.',
    detail: 'The file has no text; it may be a scan, which would need text recognition first.',
  },
  'files.not_arrived': {
    meaning: 'The bytes of the file have not been uploaded yet.',
    detail: '"minutes.pdf" has not been uploaded yet; send its bytes to the upload link first.',
  },
  'files.owner_required': {
    meaning: 'The caller may read the file, but does not own it.',
    detail: 'Only the owner and administrators may change or delete a file.',
  },
  'files.text_pending': {
    meaning: 'The text of the file is being made. Ask again after `Retry-After` seconds.',
    detail: 'The text of "minutes.pdf" is being made; ask again in a moment.',
  },
  'files.write_required': {
    meaning: 'The caller may read the file, but not write it.',
    detail: 'Only people who may write the file may restore a version of it.',
  },
  'files.wrong_size': {
    meaning: 'The size of the upload differs from the announced size: create the file again.',
    detail: '"size" is 18432 bytes, but 18000 were uploaded.',
  },
  'functions.function_not_found': {
    meaning: 'There is no such function, or the caller may not call it.',
    detail: 'There is no function "wiki_list_rooms".',
  },
  'lms.category_name_taken': {
    meaning: 'A sibling category has this name.',
    detail: 'A category named "Security" already exists here.',
  },
  'lms.category_not_empty': {
    meaning: 'The category contains courses or other categories.',
    detail: 'The category contains courses or other categories.',
  },
  'lms.course_generating': {
    meaning: 'The course is still being generated from its file.',
    detail: 'The course is still being generated from its file.',
  },
  'lms.course_not_failed': {
    meaning: 'The course has not failed, and its file has no other version since it was generated.',
    detail:
      'Only a course that has failed, or whose file has another version by now, can be generated again; this one is ' +
      'published.',
  },
  'lms.course_not_published': {
    meaning: 'Only a published course can be enrolled in.',
    detail: 'You can only enroll in a published course.',
  },
  'lms.course_transition': {
    meaning: 'The course cannot change from its status to this one.',
    detail: 'A course that is draft cannot become archived; it can become published.',
  },
  'lms.event_follows': {
    meaning: 'The event is derived from a course or a task, and changes with it.',
    detail: 'This event is derived from a course or a task; change it there.',
  },
  'lms.feed_token_invalid': {
    meaning: 'The secret of the calendar link is unknown or has been revoked.',
    detail: 'The token is unknown or has been revoked.',
  },
  'lms.file_generating': {
    meaning: 'Another course of the caller is being generated from the same file.',
    detail: 'Another course is being generated from this file.',
  },
  'lms.not_enrolled': {
    meaning: 'The caller is not enrolled in the course.',
    detail: 'You must be enrolled in the course to record progress in it.',
  },
  'lms.not_the_author': {
    meaning: 'The caller is neither the author of the course nor an administrator.',
    detail: 'Only the author of the course and administrators may do this.',
    detailOf: Object.fromEntries(
      ['lms-create-event', 'lms-delete-event', 'lms-update-event'].map((name) => [
        name,
        'Only administrators and, for the events of a course, its author may do this.',
      ]),
    ),
  },
  'jobs.admin_only': {
    meaning: 'Only administrators may list the jobs of everybody.',
    detail: 'Only administrators may list the jobs of everybody.',
  },
  'jobs.ended': {
    meaning: 'The job has ended already; it cannot be cancelled.',
    detail: 'The job is completed already.',
  },
  'jobs.too_many': {
    meaning: 'As many jobs as one person may have go on; wait for the `Retry-After`, or cancel one.',
    detail:
      'At most 3 jobs of one person go on at once (LIMIT_JOBS); ' +
      'this ends when one of yours has ended or is cancelled.',
  },
  'lms.too_many_generating': {
    meaning: 'As many courses as one person may have are being generated from files.',
    detail:
      'At most 3 courses are generated at once for one person (LIMIT_GENERATING); ' +
      'this ends when one of yours is ready or has failed.',
  },
  'request.broken_off': {
    meaning: 'The connection ended before the whole body had arrived.',
    detail: 'The body is incomplete.',
  },
  'request.done_before': {
    meaning: 'The request succeeded before, but its response is lost: read the result.',
    detail: 'This request succeeded before, but its response was lost; read the result.',
  },
  'request.invalid': {
    meaning: 'A value in the path, the query or the body is invalid; the detail names it.',
    detail: '"colour" is not a query parameter of this request.',
  },
  'request.malformed': {
    meaning: 'The body is not a JSON object in UTF-8.',
    detail: 'The body must be a JSON object.',
  },
  'request.not_json': {
    meaning: 'The content type of the body is not JSON.',
    detail: 'The body must be JSON, with the content type application/json.',
  },
  'request.still_running': {
    meaning: 'A request with the same `Idempotency-Key` is still running: retry after `Retry-After`.',
    detail: 'A request with this Idempotency-Key is still running.',
  },
  'request.throttled': {
    meaning: 'Too many requests: retry after `Retry-After`.',
    detail: 'Too many requests; please try again in a moment.',
  },
  'request.too_large': {
    meaning: 'The body is larger than the operation allows.',
    detail: 'The body may have at most 1048576 bytes.',
  },
  'service.failed': {
    meaning: 'A fault of the service; the log has it under the `X-Request-Id`.',
    detail: 'Something went wrong on our side.',
  },
  'service.unavailable': {
    meaning: 'A service that this one depends on is busy: retry after `Retry-After`.',
    detail: 'The service is busy; please try again in a moment.',
  },
  'support.agents_only': {
    meaning: 'A field or a filter that is reserved for agents.',
    detail: 'Only agents may change "priority".',
    detailOf: {
      'support-create-message': 'Only agents may send internal messages, and not on their own tickets.',
      'support-list-tickets': 'Only agents may use "all" or "assignee_id".',
    },
  },
  'support.move_not_allowed': {
    meaning: 'Only agents may move the ticket to this status.',
    detail: 'Only agents may move this ticket to "pending".',
  },
  'support.no_such_move': {
    meaning: 'The ticket cannot be moved from its status to this one.',
    detail: 'A ticket that is "closed" can be moved to "open", not to "resolved".',
  },
  'support.ticket_closed': {
    meaning: 'The ticket is closed: reopen it first.',
    detail: 'The ticket is closed; reopen it before you add a message.',
  },
  'task.not_the_author': {
    meaning: 'The caller did not write the comment.',
    detail: 'Only the author of the comment and administrators may delete it.',
  },
  'task.not_the_creator': {
    meaning: 'The caller created neither the task nor the project.',
    detail: 'Only the creator of the task, the creator of the project and administrators may delete it.',
  },
  'task.permission_missing': {
    meaning: 'The caller’s part in the project does not permit this.',
    detail: 'Guests may only read, comment, and change the status of tasks assigned to them.',
    detailOf: { 'task-update-project': 'Only the creator of the project and administrators may do this.' },
  },
  'task.project_archived': {
    meaning: 'The project is archived: make it active first.',
    detail: 'The project WEB is archived.',
  },
  'task.project_key_taken': {
    meaning: 'The key belongs to another project.',
    detail: 'The key "WEB" belongs to another project.',
  },
  'undo.change_not_found': {
    meaning: 'There is no such change, or the caller may not know of it.',
    detail: 'There is no such change.',
  },
  'undo.changed_since': {
    meaning: 'What the change has left was changed again since.',
    detail: '"title" has been changed since, and is left as it is.',
  },
  'undo.history_incomplete': {
    meaning: 'The history is some seconds behind what the reply has changed.',
    detail:
      'Not all that the reply has changed is in the history yet, so nothing was taken back; try again in some seconds.',
  },
  'undo.moves_along': {
    meaning: 'The page has moved with the one above it: take that change back.',
    detail: 'The page has moved with the one above it, and goes back only with that.',
  },
  'undo.not_undoable': {
    meaning: 'No operation takes such a change back, or the former value is not kept.',
    detail: 'A change of this kind cannot be taken back.',
  },
  'undo.person_required': {
    meaning: 'It concerns somebody else alone, such as a subscription of theirs.',
    detail: 'Only the person whom it concerns can take it back.',
  },
  'undo.thing_gone': {
    meaning: 'What was changed, what was there before or what it belonged to is not there any more.',
    detail: 'What was changed is not there any more.',
  },
  'users.admin_only': {
    meaning: 'A field that only administrators may change.',
    detail: 'Only administrators may change "role".',
  },
  'users.email_taken': {
    meaning: 'The email address belongs to another user.',
    detail: 'The email address belongs to another user.',
  },
  'users.being_erased': {
    meaning: 'An erasure of the person that hands things over to somebody else goes on.',
    detail:
      'This person is being erased, and what others use goes to another "successor_id"; cancel that job first.',
  },
  'users.erased': {
    meaning: 'Everything that was known of this person was erased; nothing of it can be changed.',
    detail: 'Everything that was known of this person was erased.',
  },
  'users.own_account': {
    meaning: 'Nobody deletes their own account; another administrator can.',
    detail: 'You may not delete your own account; ask another administrator.',
  },
  'users.last_administrator': {
    meaning: 'The last active administrator can neither be demoted nor deactivated.',
    detail: 'The last active administrator can neither be demoted nor deactivated.',
  },
  'users.not_yours': {
    meaning: 'Only administrators may change other users.',
    detail: 'Only administrators may change other users.',
  },
  'users.own_standing': {
    meaning: 'Nobody may change their own `role` or `is_active`.',
    detail: 'You may not change your own "role".',
  },
  'trash.administrators_only': {
    meaning: 'Only administrators see the trash of everybody.',
    detail: 'Only administrators may use "all".',
  },
  'trash.container_missing': {
    meaning: 'What the deleted thing lay in is gone, or in the trash itself.',
    detail: 'Its space is not there anymore; restore that first if it is in the trash.',
  },
  'trash.parent_missing': {
    meaning: 'What the deleted thing was below is gone, or in the trash itself.',
    detail: 'The page above it is not there anymore; send another "parent_id", or null for none.',
  },
  'trash.right_missing': {
    meaning: 'The caller may see the entry of the trash, but not do this with it.',
    detail: 'Only those who might delete it, and who wrote or owned it, may restore it.',
    detailOf: {
      'trash-delete-entry':
        'Only who wrote or owns it, admins of its space or project, and administrators may delete it for good.',
    },
  },
  'users.password_wrong': {
    meaning: 'The current password is wrong.',
    detail: 'The current password is wrong.',
  },
  'wiki.author_required': {
    meaning: 'The caller did not write the comment.',
    detail: 'Only the author of a comment may change what it says.',
  },
  'wiki.change_period_over': {
    meaning: 'The comment is older than 24 hours.',
    detail: 'What a comment says can be changed within 24 hours after it was written.',
  },
  'wiki.page_archived': {
    meaning: 'The page is archived: publish it first.',
    detail: 'The page is archived; set its "status" to "published" first.',
  },
  'wiki.page_draft': {
    meaning: 'The page is a draft, which can be published or deleted, not archived.',
    detail: 'The page is a draft; only a published page can be archived.',
  },
  'wiki.page_has_children': {
    meaning: 'The page has pages below it.',
    detail: 'The page has pages below it; recursive=true deletes them too.',
  },
  'wiki.page_published': {
    meaning: 'The page is not a draft, and cannot become one again.',
    detail: 'The page has been published and cannot become a draft again.',
  },
  'wiki.permission_missing': {
    meaning: 'The caller may read the space, but lacks the permission that this takes.',
    detail: 'This requires the permission "write" in the space.',
    detailOf: {
      'wiki-delete-space': 'This requires the permission "admin" in the space.',
      'wiki-update-space': 'This requires the permission "admin" in the space.',
    },
  },
  'wiki.tree_moving': {
    meaning: 'More than 90 pages are still moving to another space: try again within seconds.',
    detail: 'Pages are still moving to another space; try again when all have arrived.',
  },
  'wiki.revision_conflict': {
    meaning: 'Somebody has revised the page since `base_revision`.',
    detail: 'The newest revision of the page is 4, not 3.',
  },
  'wiki.slug_taken': {
    meaning: 'The slug belongs to another space.',
    detail: 'The slug "team-handbook" belongs to another space.',
  },
  'wopi.changed_by_others': {
    meaning: 'Someone else has saved the document since the editor read it.',
    detail: 'Someone else has changed the document.',
  },
  'wopi.discovery_unavailable': {
    meaning: 'The editing server has not provided its discovery document yet.',
    detail: 'The editing server provides no discovery document at the moment.',
  },
  'wopi.kind_unknown': {
    meaning: 'No editor opens files of this type.',
    detail: 'No editor opens files such as "backup.zip".',
  },
  'wopi.length_missing': {
    meaning: 'The request does not say how large the document is.',
    detail: 'The header Content-Length must give the size of the document.',
  },
  'wopi.link_invalid': {
    meaning: 'The edit link is invalid, has been used or has expired: request another.',
    detail: 'This link is invalid, has already been used or has expired; please request another one.',
  },
  'wopi.lock_malformed': {
    meaning: 'A lock must have 1 to 1 024 ASCII characters.',
    detail: 'The header X-WOPI-Lock must have 1 to 1024 ASCII characters.',
  },
  'wopi.lock_mismatch': {
    meaning: 'The file has a different lock, which `X-WOPI-Lock` names.',
    detail: 'The file is locked by another.',
  },
  'wopi.name_illegal': {
    meaning: 'The name cannot be that of a file.',
    detail: 'The name must have 1 to 255 characters and no path.',
  },
  'wopi.name_taken': {
    meaning: 'A file of the person has this name.',
    detail: 'A file named "minutes.docx" already exists.',
  },
  'wopi.permission_missing': {
    meaning: 'The access_token does not permit changing the file.',
    detail: 'There is no such file, or the access_token does not permit changing it.',
  },
  'wopi.proof_invalid': {
    meaning: 'The request is not signed by the editing server (`X-WOPI-Proof`).',
    detail: 'The header X-WOPI-Proof is missing or does not match this request.',
  },
  'wopi.range_unsatisfiable': {
    meaning: 'The file has no bytes in the `Range`.',
    detail: 'The file has 18432 bytes, none of them in the Range.',
  },
  'wopi.target_ambiguous': {
    meaning: 'PUT_RELATIVE takes a suggested or an exact name, one of the two.',
    detail: 'Either X-WOPI-SuggestedTarget or X-WOPI-RelativeTarget must be sent.',
  },
  'wopi.token_invalid': {
    meaning: 'The access_token of the editor is missing, invalid, expired or for another file.',
    detail: 'The access_token is missing, invalid, expired or for another file.',
  },
  'wopi.too_large': {
    meaning: 'The file is larger than the editor accepts.',
    detail: 'The file has 18432 bytes, more than X-WOPI-MaxExpectedSize.',
  },
  'wopi.unsupported': {
    meaning: 'The operation of WOPI does not exist here, or is not open to this person.',
    detail: 'The header X-WOPI-Override must be PUT here.',
    detailOf: { 'wopi-operate-file': 'This access_token does not permit copies of this file.' },
  },
  'wopi.user_info_too_long': {
    meaning: 'PUT_USER_INFO takes at most 1 024 characters.',
    detail: 'The user info may have at most 1024 characters.',
  },
}

/** What every noun has: a code for one that is absent, and one for a version that `If-Match` does not name. */
const ofNoun = (code: string): ErrorCode | undefined => {
  const [, name, what] = /^(.+)_(not_found|changed)$/.exec(code) ?? []
  if (name === undefined) return undefined
  const noun = nounOf(name)
  return what === 'changed'
    ? {
        meaning: `The ${noun} is no longer at the version that \`If-Match\` names.`,
        detail: `The ${noun} is now at version 4.`,
      }
    : {
        meaning: `The ${noun} does not exist, or the caller may not see it.`,
        detail: `There is no such ${noun}.`,
      }
}

/** What a code means; throws for one that nobody has described. */
export const errorCodeOf = (code: string): ErrorCode => {
  const known = codes[code] ?? ofNoun(code)
  if (!known) throw new Error(`infra/openapi/error-codes.ts has no meaning of the code ${code}.`)
  return known
}

/** The codes that are described one by one. */
export const describedCodes = Object.keys(codes)
